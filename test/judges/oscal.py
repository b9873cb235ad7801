"""Reads one document per line and prints `valid`, or its errors by the models of NIST's JSON schema."""

import sys

from oscal_bindings.v1.models import ComponentDefinitionDocument
from pydantic import ValidationError

for line in sys.stdin:
    try:
        ComponentDefinitionDocument.model_validate_json(line)
        print("valid")
    except ValidationError as error:
        print("; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()))
