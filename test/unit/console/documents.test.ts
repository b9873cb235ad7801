import { describe, expect, it } from 'vitest'
import { type OpenApiDocument, operationsOf, resolveReference } from '../../../console/documents/open-api.ts'
import { exampleValues, operationSamples, urlOf } from '../../../console/documents/operation-samples.ts'
import { schemaRows, typeWords } from '../../../console/documents/schema-rows.ts'
import { openApiDocuments } from '../../../lib/openapi.ts'

const documents = openApiDocuments('1.0.0') as Readonly<Record<string, OpenApiDocument>>
const operations = Object.values(documents).flatMap((document) =>
  operationsOf(document).map((operation) => ({ document, operation })),
)
const findOperation = (id: string) => {
  const match = operations.find(({ operation }) => operation.operationId === id)
  if (!match) throw new Error(`The operation ${id} does not exist`)
  return match
}

describe('API reference', () => {
  it('every operation has a summary, a sendable request and samples in three languages', () => {
    expect(operations.length).toBeGreaterThan(100)
    for (const { operation } of operations) {
      expect(operation.summary, operation.operationId).toBeTruthy()
      const samples = operationSamples('http://127.0.0.1:4000', operation, exampleValues(operation))
      expect(samples.map(({ name }) => name)).toEqual(['curl', 'TypeScript', 'Python'])
      for (const { text } of samples) expect(text, operation.operationId).not.toMatch(/undefined|\[object/)
    }
  })

  it('expands every schema, including recursive ones', () => {
    for (const { document, operation } of operations) {
      const requestSchemas = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
      const responseSchemas = Object.values(operation.responses).flatMap((response) =>
        Object.values(resolveReference(document, response).content ?? {}).map(({ schema }) => schema),
      )
      for (const schema of [...requestSchemas, ...responseSchemas]) {
        if (!schema) continue
        expect(typeWords(document, schema)).not.toMatch(/undefined|\[object/)
        for (const row of schemaRows(document, schema)) expect(row.type).not.toMatch(/undefined|\[object/)
      }
    }
  })

  it('lists fields with types, bounds and defaults', () => {
    const { document, operation } = findOperation('createApiKey')
    const schema = operation.requestBody?.content['application/json']?.schema
    const rows = schema ? schemaRows(document, schema) : []
    expect(rows.find(({ name }) => name === 'daily_budget')).toMatchObject({
      type: 'integer',
      rules: ['1 to 1,000,000'],
    })
    expect(rows.find(({ name }) => name === 'name')).toMatchObject({ isRequired: true, rules: ['1 to 100 characters'] })
    expect(rows.find(({ name }) => name === 'scopes')?.type).toBe('list of string')
  })
})

describe('operation samples', () => {
  it('read the key from a variable, and use none for session-only operations', () => {
    const [curl] = operationSamples('http://h', findOperation('job_list').operation, {
      path: {},
      query: { limit: '5' },
      body: undefined,
    })
    expect(curl?.text).toBe('curl -s \'http://h/v2/jobs?limit=5\' \\\n  -H "authorization: Bearer $SIGNET_KEY"')
    const [session] = operationSamples('http://h', findOperation('listApiKeys').operation, {
      path: {},
      query: {},
      body: undefined,
    })
    expect(session?.text).toBe("curl -s 'http://h/api/keys'")
  })

  it('write JSON as Python literals', () => {
    const values = { path: {}, query: {}, body: '{"a": true, "b": null, "c": "true, null"}' }
    const [, , python] = operationSamples('http://h', findOperation('createApiKey').operation, values)
    expect(python?.text).toContain('"a": True,\n      "b": None,\n      "c": "true, null",')
  })

  it('escape quotes for the shell', () => {
    const values = { path: {}, query: {}, body: JSON.stringify({ name: "it's" }) }
    const [curl] = operationSamples('http://h', findOperation('createApiKey').operation, values)
    expect(curl?.text).toContain(`'{"name":"it'\\''s"}'`)
  })

  it('encode path values', () => {
    const values = { path: { id: 'a/b' }, query: {}, body: undefined }
    expect(urlOf('http://h', findOperation('deleteApiKey').operation, values)).toBe('http://h/api/keys/a%2Fb')
  })
})
