import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Assesses $nouns by rules that are listed, and says which of them applied.`,
  example: code`The rules are an example: amount, quantity and age of a customer give a score. Put your own in their place, in src/$kebab/.`,
  functions: [{ trigger: 'http', uses: [], timeoutSeconds: 10 }],
  rendered: () => [
    templates('http-api'),
    acceptedPost(code`/v1/$kebab-assessments`, code`{ amount_cents: 600_000, quantity: 1, age_days: 30 }`),
  ],
  interfaces: [
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-assessments`,
      auth: code`A verified caller`,
      input: code`{amount_cents, quantity, age_days}`,
      output: code`200 {outcome, score, reasons}`,
    },
    {
      kind: 'http',
      method: code`GET`,
      path: code`/v1/$kebab-rules`,
      auth: code`A verified caller`,
      input: code`Nothing`,
      output: code`200 {rules}`,
    },
  ],
  requirements: [
    { key: 'assess', text: code`A case has one answer, the same each time`, priority: 'P1' },
    { key: 'explained', text: code`An answer names the rules that made it, and the rules are listed`, priority: 'P1' },
    { key: 'strict', text: code`Numbers are integers within limits`, priority: 'P1' },
  ],
  boundaries: [
    boundary('http', code`Caller to HTTP entry`, {
      T: [
        threat(
          'number-tricks',
          code`A caller`,
          code`sends fractions, huge or negative numbers`,
          code`A rule is passed by rounding or overflow`,
          [3, 4],
          code`Every number is an integer within its limits, else the request is refused`,
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`Rules as a table in code`,
      context: code`Assessments decide about money, so they must be explained, and rules change often.`,
      drivers: [code`Every answer is explained`, code`A change of a rule is reviewed and tested`],
      options: [
        option(
          code`A table of pure rules in the code`,
          code`review, tests and history are those of code`,
          code`a change needs a deployment`,
        ),
        option(code`Rules in a database with an editor`, code`no deployment is needed`, code`changes are not tested`),
        option(
          code`A trained model`,
          code`it finds patterns that no rule describes`,
          code`it explains nothing, and drifts`,
        ),
      ],
      because: code`a deployment takes minutes, and an unexplained answer costs days.`,
      good: [code`the same case has the same answer, so that answers can be checked later`],
      bad: [code`people who own the rules need a developer`],
      confirmation: code`test/assess-$kebab.test.ts goes through every combination of rules.`,
    },
  ],
  assets: [code`The rules`, code`Cases of callers, which are not kept`],
  actors: [code`Callers`, code`Owners of the rules`],
  flows: [code`Caller to API: a case over HTTPS`],
  constraints: [code`Nothing is stored`, code`An answer takes milliseconds`],
}

export const httpApi: Pattern = {
  version: '1.1.0',
  title: 'HTTP API',
  traits: {
    trigger: 'http',
    route_shape: 'rpc',
    verification: 'api-key',
    dispatch: 'sync',
    store: 'none',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
  },
  parts: (context: Context) => [httpEntry, verificationPart(context, { hmac: 'timed' }), service],
}
