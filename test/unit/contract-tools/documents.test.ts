import { openApi } from '@signet/contract-tools/openapi'
import { ContractError, endpoint, parseRequest } from '@signet/contracts'
import { contractIrSchema, endpointsIR, irOf } from '@signet/contracts/ir'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Job, jobs } from '../../support/sample-contract.ts'
import { sampleDocument, sampleIRs } from '../../support/sample-document.ts'
import { paint } from '../../support/sample-endpoints.ts'
import { scaled } from '../../support/scale.ts'

const newAjv = () =>
  addFormats.default(new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, code: { optimize: false } }))
const sharedAjv = newAjv()
/** Removes all schemas except the meta-schemas, which are the slowest to compile. */
const strictAjv = () => sharedAjv.removeSchema()
const compiled = (schema: object): ValidateFunction => strictAjv().compile(schema)
const options = { title: 'T', version: '1.0.0', servers: [{ url: 'https://t.test' }] }

describe('the IR', () => {
  it.each(sampleIRs)('the IR of $name conforms to its JSON Schema', (ir) => {
    const validate = compiled(contractIrSchema)
    expect(validate(ir) ? [] : validate.errors).toEqual([])
  })

  it('its JSON Schema refuses missing and unknown members', () => {
    const validate = compiled(contractIrSchema)
    const { entity: completeEntity } = irOf(jobs)
    const entity = { ...completeEntity, schema: undefined }
    expect(validate({ ...irOf(jobs), entity })).toBe(false)
    expect(validate({ ...irOf(jobs), extra: 1 })).toBe(false)
  })

  it('survives serialization, and generated files are byte-identical', () => {
    const copies = JSON.parse(JSON.stringify(sampleIRs)) as typeof sampleIRs
    expect(copies).toEqual(sampleIRs)
    const info = { ...options, title: 'Sample' }
    expect(JSON.stringify(openApi(copies, info))).toBe(JSON.stringify(openApi(sampleIRs, info)))
  })

  it('builds the IR once per contract', () => expect(irOf(jobs)).toBe(irOf(jobs)))

  it('closes requests and leaves responses open', () => {
    const generate = irOf(jobs).operations.find(({ name }) => name === 'generate')
    expect(generate?.request.body?.schema?.additionalProperties).toBe(false)
    expect(irOf(jobs).schemas.Job).not.toHaveProperty('additionalProperties')
  })

  it('refuses two schemas under one id', () => {
    const endpointReturning = (name: string, schema: z.ZodType) =>
      endpoint({
        name,
        description: 'D.',
        route: { method: 'GET', path: `/${name}` },
        authority: 'public',
        responses: { 200: { description: 'OK.', schema } },
      })
    const conflictingSchema = z.object({ id: z.number() }).meta({ id: 'Job' })
    expect(() => endpointsIR([endpointReturning('a', Job), endpointReturning('b', conflictingSchema)])).toThrow(
      ContractError,
    )
    expect(() =>
      openApi(
        [
          endpointsIR([endpointReturning('a', Job)], { name: 'a' }),
          endpointsIR([endpointReturning('b', conflictingSchema)], { name: 'b' }),
        ],
        options,
      ),
    ).toThrow('another contract of this document uses this name for another schema')
  })
})

describe('the OpenAPI document', () => {
  const { paths, components, tags } = sampleDocument

  it('has component schemas that a strict validator compiles', () => {
    const ajv = newAjv()
    // The only keyword around the schemas; inside them, every unknown keyword is still an error.
    ajv.addVocabulary(['components'])
    // Not a meta-schema, and not validated as a schema itself.
    ajv.addSchema({ $id: 'doc', components }, 'doc', false, false)
    for (const name of Object.keys(components.schemas)) {
      expect(ajv.compile({ $ref: `doc#/components/schemas/${name}` })).toBeTypeOf('function')
    }
  })

  it('documents each error status with its codes', () => {
    const forbidden = JSON.stringify(paths['/v2/generate']?.post?.responses)
    expect(forbidden).toContain('"enum":["model_locked"]')
    expect(forbidden).toContain('#/components/schemas/ErrorBody')
  })

  it('states the authority: none, any credential, or the session only', () => {
    const security = (path: string, method: string) => paths[path]?.[method]?.security as object[]
    expect(security('/v2/assets/{id}', 'get')[0]).toEqual({})
    expect(security('/v2/jobs', 'get')).toEqual([{ bearer: [] }, { apiKey: [] }, { session: [] }])
    expect(security('/authorize', 'get')).toEqual([{ session: [] }])
  })

  it('links a creation to the operations that its initial state allows', () => {
    const answers = paths['/v2/generate']?.post?.responses as Record<string, { links?: object }> | undefined
    const created = answers?.['202']
    expect(created?.links).toEqual({
      get: { operationId: 'job_get', description: 'The same entity.', parameters: { id: '$response.body#/job_id' } },
      delete: {
        operationId: 'job_delete',
        description: 'The same entity.',
        parameters: { id: '$response.body#/job_id' },
      },
    })
  })

  it('carries the state machine and each transition', () => {
    expect(tags.find(({ name }) => name === 'job')).toMatchObject({ 'x-state-machine': { initial: 'queued' } })
    expect(paths['/v2/jobs/{id}/retry']?.post).toMatchObject({
      'x-transition': { from: ['failed'], to: { failed: 'queued' } },
    })
  })

  it('omits internal operations', () => expect(JSON.stringify(paths)).not.toContain('job_paint'))
})

describe('zod and JSON Schema', () => {
  /** Generates mostly valid values, so that enough complete bodies are accepted. */
  const mostlyValid = <A, B>(good: fc.Arbitrary<A>, bad: fc.Arbitrary<B>) =>
    fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: bad })
  const unit = fc.double({ noNaN: true, min: 0, max: 1 })
  const layer = fc.record(
    {
      name: fc.string(),
      opacity: mostlyValid(unit, fc.string()),
      extra: mostlyValid(fc.constant(undefined), fc.integer()),
    },
    { requiredKeys: ['name'] },
  )
  const body = fc.record(
    {
      prompt: mostlyValid(fc.string({ minLength: 1, maxLength: 3 }), fc.constantFrom('', 7, null, 'x'.repeat(2001))),
      aspect_ratio: mostlyValid(fc.constantFrom('1:1', '3:2'), fc.constant('9:1')),
      seed: mostlyValid(fc.nat(), fc.constantFrom(-1, 2147483648, 1.5, null, '1')),
      strength: mostlyValid(unit, fc.constantFrom(-0.1, 1.1, true)),
      layers: mostlyValid(fc.array(layer, { maxLength: 2 }), fc.array(layer, { minLength: 3, maxLength: 4 })),
      zebra: mostlyValid(fc.constant(undefined), fc.integer()),
    },
    { requiredKeys: ['prompt'] },
  )

  it('agree on every request body that JSON can transmit', () => {
    const [operation] = endpointsIR([paint]).operations
    const validate = compiled(operation!.request.body!.schema!)
    let accepted = 0
    let refused = 0
    fc.assert(
      fc.property(body, (requestBody) => {
        const wire: unknown = JSON.parse(JSON.stringify(requestBody))
        const verdict = parseRequest(paint, { body: wire }).ok
        if (verdict) accepted += 1
        else refused += 1
        expect(validate(wire)).toBe(verdict)
      }),
      { numRuns: scaled(500, 1_000) },
    )
    expect(Math.min(accepted, refused)).toBeGreaterThan(100)
  })
})
