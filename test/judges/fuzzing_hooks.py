"""Makes some valid image generations succeed, so that the stateful phase has jobs for its links.

The schema permits all combinations of fields; random bodies combine exclusive ones and are refused. URLs stay below
16 KB, beyond which Node's server, like AWS, answers a bare 431 before the application reads them.
"""

from urllib.parse import urlencode

import schemathesis
from schemathesis import GenerationMode

URL_BYTES_MAX = 12_000


def shorten(query):
    """Shortens query values and makes them ASCII. Values above a limit of the API stay above it."""
    max_lengths = {"state": 2_100}
    return {
        name: "".join(c if c.isascii() else "x" for c in value)[: max_lengths.get(name, 1_200)] if isinstance(value, str) else value
        for name, value in query.items()
    }


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.query and len(urlencode(case.query, doseq=True)) > URL_BYTES_MAX:
        case.query = shorten(case.query)
    if case.operation.definition.raw.get("operationId") != "job_generate" or not isinstance(case.body, dict):
        return
    meta = case.meta
    if meta is None or meta.generation.mode is not GenerationMode.POSITIVE or not isinstance(case.body.get("prompt"), str):
        return
    # Selects every other body by its content, so that a seed reproduces the run.
    if len(case.body["prompt"]) % 2 == 0 or len(case.body) > 6:
        case.body = {"prompt": case.body["prompt"], "quality_tier": "draft"}
        for name in [each for each in case.headers if each.lower() == "idempotency-key"]:
            del case.headers[name]
