"""Lets verifiers that others wrote judge what is in a folder.

Reads checks.json: a list of checks, each with a name, the judge to ask, and what that judge needs to know. Prints one
JSON object a line: the check's name and what the judge found. One process for all checks, since loading the
verifiers takes longer than all the judging.
"""

import enum
import json
import pathlib
import sys
import uuid

from appstoreserverlibrary.jws_signature_creator import PromotionalOfferV2SignatureCreator
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from apple_purchase_receipt_verifier import Config, Verifier
from apple_purchase_receipt_verifier import Environment as ReceiptEnvironment

folder = pathlib.Path(sys.argv[1])
roots = [path.read_bytes() for path in sorted(folder.glob("*.der"))]


def receipt_verifier(check):
    """A new one takes about a second, so that all checks of one time share it."""
    now = check["now"]
    if now not in receipt_verifiers:
        receipt_verifiers[now] = Verifier(Config(roots=roots, clock=lambda: now))
    return receipt_verifiers[now]


receipt_verifiers = {}


def server_library(check, method):
    verifier = SignedDataVerifier(
        [(folder / check["root"]).read_bytes()], False, Environment(check["environment"]), check["bundle"], check["app"]
    )
    try:
        payload = getattr(verifier, method)(check["input"])
        fields = [f"{name}={word(getattr(payload, name))}" for name in check.get("fields", [])]
        return " ".join(fields) or "OK"
    except VerificationException as error:
        return error.status.name


def word(value):
    """A value of the payload; what the library has no name for is None."""
    return value.name if isinstance(value, enum.Enum) else str(value)


def verdict(result):
    return "OK" if result.verified else result.failure.reason.name


def receipt_utility(check):
    try:
        return ReceiptUtility().extract_transaction_id_from_app_receipt(check["input"])
    except ValueError as error:
        return f"refused: {error}"


def offer(check):
    creator = PromotionalOfferSignatureCreator((folder / check["key"]).read_bytes(), check["keyID"], check["bundle"])
    return creator.create_signature(
        check["product"], check["offer"], check["user"], uuid.UUID(check["nonce"]), check["now"]
    )


def offer_token(check):
    creator = PromotionalOfferV2SignatureCreator(
        (folder / check["key"]).read_bytes(), check["keyID"], "issuer", check["bundle"]
    )
    return creator.create_signature(check["product"], check["offer"], None)


judges = {
    "transaction": lambda check: server_library(check, "verify_and_decode_signed_transaction"),
    "renewalInfo": lambda check: server_library(check, "verify_and_decode_renewal_info"),
    "appTransaction": lambda check: server_library(check, "verify_and_decode_app_transaction"),
    "notification": lambda check: server_library(check, "verify_and_decode_notification"),
    "receipt": lambda check: verdict(receipt_verifier(check).verify_receipt(check["input"])),
    "token": lambda check: verdict(receipt_verifier(check).verify_signed_data(check["input"])),
    "endpoint": lambda check: receipt_verifier(check).verify_receipt_endpoint(
        ReceiptEnvironment(check["environment"]), check["input"]
    ),
    "receiptUtility": receipt_utility,
    "offer": offer,
    "offerToken": offer_token,
}

for check in json.loads((folder / "checks.json").read_text()):
    try:
        found = judges[check["judge"]](check)
    except Exception as error:  # A judge that stumbles has not accepted anything.
        found = f"{type(error).__name__}: {error}"
    print(json.dumps({"name": check["name"], "found": found}))
