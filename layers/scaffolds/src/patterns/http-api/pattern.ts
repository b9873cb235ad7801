import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Assesses $nouns by documented rules, and reports which rules applied.`,
  example: code`The rules are an example: they compute a score from the amount, the quantity and the age of a customer. Replace them with your own in src/$kebab/.`,
  functions: [{ trigger: 'http', uses: [], timeoutSeconds: 10 }],
  render: () => [
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
      input: code`None`,
      output: code`200 {rules}`,
    },
  ],
  requirements: [
    { key: 'assess', text: code`The same case always has the same result`, priority: 'P1' },
    {
      key: 'explained',
      text: code`A response names the rules that applied, and a route lists all rules`,
      priority: 'P1',
    },
    { key: 'strict', text: code`Numbers are integers within limits`, priority: 'P1' },
  ],
  boundaries: [
    boundary('http', code`Caller to HTTP entry`, {
      T: [
        threat(
          'number-tricks',
          code`A caller`,
          code`sends fractional, huge or negative numbers`,
          code`Rounding or overflow bypasses a rule`,
          [3, 4],
          code`Every number must be an integer within its limits; otherwise the request is refused`,
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`Rules as a table in code`,
      context: code`Assessments affect money, so they must be explainable, and rules change often.`,
      drivers: [code`Every result is explained`, code`A changed rule is reviewed and tested`],
      options: [
        option(
          code`A table of pure rules in code`,
          code`rules have the same review, tests and history as code`,
          code`a change needs a deployment`,
        ),
        option(code`Rules in a database with an editor`, code`no deployment is needed`, code`changes are not tested`),
        option(
          code`A trained model`,
          code`it finds patterns that no rule describes`,
          code`it cannot explain results, and it drifts`,
        ),
      ],
      because: code`a deployment takes minutes, and an unexplained result costs days.`,
      good: [code`the same case has the same result, so that results can be verified later`],
      bad: [code`the owners of the rules need a developer`],
      confirmation: code`test/assess-$kebab.test.ts covers every combination of rules.`,
    },
  ],
  assets: [code`The rules`, code`Cases of callers, which are not stored`],
  actors: [code`Callers`, code`Owners of the rules`],
  flows: [code`Caller to API: a case over HTTPS`],
  constraints: [code`Nothing is stored`, code`A response takes milliseconds`],
}

export const httpApi: Pattern = {
  version: '1.2.0',
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
