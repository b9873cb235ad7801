"""Lets part of the valid generations succeed, so that the stateful phase finds jobs to follow its links to.

The schema allows every field beside every other; random bodies combine some that exclude one another, and are refused.
"""

import schemathesis
from schemathesis import GenerationMode


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.definition.raw.get("operationId") != "job_generate" or not isinstance(case.body, dict):
        return
    meta = case.meta
    if meta is None or meta.generation.mode is not GenerationMode.POSITIVE or not isinstance(case.body.get("prompt"), str):
        return
    # Every other body by its own content, so that a seed gives the same run again.
    if len(case.body["prompt"]) % 2 == 0 or len(case.body) > 6:
        case.body = {"prompt": case.body["prompt"], "quality_tier": "draft"}
        for name in [each for each in case.headers if each.lower() == "idempotency-key"]:
            del case.headers[name]
