import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'integration',
    ['assess'],
    [code`a good case`, code`it is assessed`, code`outcome, score and reasons come back`],
    code`
  const response = await http(await goodRequest(), world().deps)
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { outcome: 'review', score: 50, reasons: ['amount-above-5000'] })
`,
  ),
  testCase(
    'unit',
    ['assess', 'explained'],
    [code`every combination of rules`, code`it is assessed`, code`score and outcome follow from the reasons alone`],
    code`
  const amounts = [0, 500_000, 500_001]
  for (const amountCents of amounts)
    for (const ageDays of [0, 6, 7])
      for (const quantity of [1, 99, 100]) {
        const { outcome, score, reasons } = assess$Entity({ amountCents, ageDays, quantity })
        const sum = RULES.filter(({ id }) => reasons.includes(id)).reduce((total, { weight }) => total + weight, 0)
        assert.equal(score, Math.min(100, sum))
        assert.equal(outcome, sum >= 80 ? 'refuse' : sum >= 50 ? 'review' : 'accept')
      }
  assert.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length)
`,
  ),
  testCase(
    'unit',
    ['strict', 'number-tricks'],
    [code`numbers at and beyond their limits`, code`a case is read`, code`what is beyond is refused by name`],
    code`
  const good = { amount_cents: 0, quantity: 1, age_days: 0 }
  assert.deepEqual(read$EntityCase(good), { amountCents: 0, quantity: 1, ageDays: 0 })
  const wrong = [-1, 0.5, Number.MAX_VALUE, '1', null, undefined, Number.NaN]
  for (const field of Object.keys(good))
    for (const value of wrong) assert.throws(() => read$EntityCase({ ...good, [field]: value }), { code: 'invalid_input', field })
`,
  ),
  testCase(
    'integration',
    ['explained'],
    [code`the rules`, code`they are asked for`, code`ids and weights are listed`],
    code`
  const response = await http(authorized('GET', '/v1/$kebab-rules'), world().deps)
  const { rules } = (await response.json()) as { rules: unknown[] }
  assert.equal(response.status, 200)
  assert.equal(rules.length, RULES.length)
`,
  ),
]

const service: Part = {
  summary: code`Assesses $nouns by rules that are listed, and says which of them applied.`,
  example: code`The rules are an example: amount, quantity and age of a customer give a score. Put your own in their place, in src/$kebab/.`,
  functions: [{ trigger: 'http', uses: [], timeoutSeconds: 10 }],
  files: [
    { path: 'src/$kebab/assess-$kebab.ts', content: rules },
    { path: 'src/handler.ts', content: handler },
    requestsFile('POST', '/v1/$kebab-assessments', code`{ amount_cents: 600_000, quantity: 1, age_days: 30 }`),
  ],
  interfaces: [
    {
      ...{ kind: 'http', method: code`POST`, path: code`/v1/$kebab-assessments`, auth: code`A verified caller` },
      ...{ input: code`{amount_cents, quantity, age_days}`, output: code`200 {outcome, score, reasons}` },
    },
    {
      ...{ kind: 'http', method: code`GET`, path: code`/v1/$kebab-rules`, auth: code`A verified caller` },
      ...{ input: code`Nothing`, output: code`200 {rules}` },
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
  suites: [{ path: 'test/assess-$kebab.test.ts', head: testHead, cases }],
  decisions: [
    {
      title: code`Rules as a table in code`,
      context: code`Answers decide about money, so somebody must be able to say why, and rules change often.`,
      drivers: [code`Every answer is explained`, code`A change of a rule is reviewed and tested`],
      options: [
        option(
          code`A table of pure rules in the code`,
          code`review, tests and history are those of code`,
          code`a change needs a deployment`,
        ),
        option(
          code`Rules in a database with an editor`,
          code`no deployment is needed`,
          code`a change is tested by nobody`,
        ),
        option(code`A trained model`, code`it finds what nobody wrote down`, code`it explains nothing, and drifts`),
      ],
      because: code`a deployment takes minutes, and an unexplained answer costs days.`,
      good: [code`the same case has the same answer, so that answers can be checked later`],
      bad: [code`people who own the rules need a developer`],
      confirmation: code`test/assess-$kebab.test.ts goes through every combination of rules.`,
    },
  ],
  assets: [code`The rules`, code`Cases of callers, which are not kept`],
  actors: [code`Callers`, code`Who owns the rules`],
  flows: [code`Caller to API: a case over HTTPS`],
  constraints: [code`Nothing is stored`, code`An answer takes milliseconds`],
}

export const httpApi: Pattern = {
  version: '1.0.0',
  title: 'HTTP API',
  traits: {
    ...{ trigger: 'http', route_shape: 'rpc', verification: 'api-key', dispatch: 'sync', store: 'none' },
    ...{ has_ui: 'no', uses_model: 'no', latency: 'interactive' },
  },
  parts: (context: Context) => [httpPart, verificationPart(context, { hmac: 'timed' }), service],
}
