import { samplerFor } from '@signet/contract-tools/fixtures'
import { type Contract, type Endpoint, openSchema, parseRequest } from '@signet/contracts'
import { type ContractIR, irOf, type JsonSchema } from '@signet/contracts/ir'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { platformContracts } from '../../support/platform-contracts.ts'
import { jobs } from '../../support/sample-contract.ts'
import { scaled } from '../../support/scale.ts'
import { compileSchema } from '../../support/wire-verdicts.ts'
import { mutatedJson } from '../contracts/mutated-json.ts'
import { parcels } from './fixtures/rich-contract.ts'

interface Subject {
  readonly ir: ContractIR
  readonly endpoints: readonly Endpoint[]
}

const subjectOf = (contract: object): Subject => ({
  ir: irOf(contract),
  endpoints: Object.values((contract as Contract).ops),
})
const subjects: Subject[] = [
  subjectOf(jobs),
  subjectOf(parcels),
  ...platformContracts.flatMap(({ endpoints, irs }) => irs.map(({ ir }) => ({ ir, endpoints }))),
]
const operations = subjects.flatMap(({ ir, endpoints }) =>
  ir.operations.flatMap((operation) => {
    const endpoint = endpoints.find(({ name }) => name === operation.operationId)
    return endpoint === undefined ? [] : [{ ir, operation, endpoint, title: `${ir.name} ${operation.name}` }]
  }),
)

/** Generates values close to the limits of a schema. */
const valuesNearLimits = (ir: ContractIR, schema: JsonSchema): fc.Arbitrary<unknown> => {
  const set = samplerFor(ir).samplesOf(schema, 'value')
  const { typical = null, others = [], faults = [] } = set ?? {}
  return mutatedJson([typical, ...others.map(({ value }) => value), ...faults.map(({ value }) => value)])
}

const numeric = /^-?\d+(?:\.\d+)?$/

/** Parses a text of the path or query with its schema's type. */
const asTyped = (schema: JsonSchema, text: string): unknown => {
  const types = [schema.type ?? []].flat()
  if ((types.includes('integer') || types.includes('number')) && numeric.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Counts of each verdict: a comparison of refusals only would prove nothing. */
const verdictCounts = { accepted: 0, refused: 0 }
const countVerdict = (verdict: boolean): void => {
  verdictCounts[verdict ? 'accepted' : 'refused'] += 1
}

describe('zod and JSON Schema agree', () => {
  const withBody = operations.filter(({ operation }) => operation.request.body?.schema !== undefined)
  it.each(withBody)('for bodies of $title', ({ ir, operation, endpoint }) => {
    const { schema = {}, required = true } = operation.request.body ?? {}
    const validate = compileSchema(ir, schema)
    // Without parameters and headers, because only the body is tested.
    const bodyEndpoint = { ...endpoint, request: { body: endpoint.request.body, bodyType: endpoint.request.bodyType } }
    fc.assert(
      fc.property(valuesNearLimits(ir, schema), (body) => {
        fc.pre(required || body !== undefined)
        const parsed = parseRequest(bodyEndpoint, { body })
        countVerdict(parsed.ok)
        expect([parsed.ok ? [] : parsed.errors, validate(body)]).toEqual([parsed.ok ? [] : parsed.errors, parsed.ok])
      }),
      { numRuns: scaled(20, 400) },
    )
  })

  const withScalars = operations.flatMap(({ title, ir, operation, endpoint }) =>
    (['params', 'query'] as const).flatMap((part) => {
      const { properties = {}, required = [] } = operation.request[part] ?? {}
      return Object.entries(properties as Record<string, JsonSchema>)
        .filter(([, schema]) => schema.type !== undefined && schema.type !== 'array')
        .map(([name, schema]) => ({
          title: `${title} ${part} ${name}`,
          ir,
          part,
          name,
          schema,
          endpoint,
          required: required as string[],
        }))
    }),
  )
  it.each(withScalars)('for the texts of $title', ({ ir, part, name, schema, endpoint }) => {
    const validate = compileSchema(ir, schema)
    const field = endpoint.request[part]?.pick({ [name]: true } as never)
    const partEndpoint = { ...endpoint, request: { [part]: field } }
    const texts = valuesNearLimits(ir, schema).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseRequest(partEndpoint as Endpoint, { [part]: { [name]: text } })
        countVerdict(parsed.ok)
        expect([text, validate(asTyped(schema, text))]).toEqual([text, parsed.ok])
      }),
      { numRuns: scaled(12, 200) },
    )
  })

  const withAnswers = operations.flatMap(({ title, ir, operation, endpoint }) =>
    operation.responses.flatMap(({ status, schema }) => {
      const zodSchema = endpoint.responses[status]?.schema
      return schema === undefined || zodSchema === undefined
        ? []
        : [{ title: `${title} ${status}`, ir, schema, zodSchema }]
    }),
  )
  it.each(withAnswers)('for responses of $title after defaults are applied', ({ ir, schema, zodSchema }) => {
    const validate = compileSchema(ir, schema)
    fc.assert(
      fc.property(valuesNearLimits(ir, schema), (body) => {
        const parsed = openSchema(zodSchema as z.ZodType).safeParse(body)
        countVerdict(parsed.success)
        if (parsed.success) expect(validate(JSON.parse(JSON.stringify(parsed.data)))).toBe(true)
        else expect(validate(body)).toBe(false)
      }),
      { numRuns: scaled(15, 300) },
    )
  })

  it('for more than 1000 accepted and 1000 refused values', () => {
    expect(Math.min(verdictCounts.accepted, verdictCounts.refused)).toBeGreaterThan(1000)
    expect(platformContracts.map(({ domain }) => domain)).toContain('images')
  })
})
