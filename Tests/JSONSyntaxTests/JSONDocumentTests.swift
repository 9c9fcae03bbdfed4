import JSONSyntax
import Testing
