import { Badge, CodeTabs, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type ApiEntry, baseOf } from './apis.ts'
import { type OpenApiDocument, type Operation, resolveReference } from './open-api.ts'
import { exampleValues, operationSamples } from './operation-samples.ts'
import { Paragraphs } from './paragraphs.tsx'
import { Responses } from './responses.tsx'
import { type SchemaRow, schemaRows, typeWords } from './schema-rows.ts'
import { SchemaTree } from './schema-tree.tsx'
import { TryIt } from './try-it.tsx'

const callersOf = ({ 'x-authority': authority = '', security = [] }: Operation): string => {
  const scope = /^scope:(.*)$/.exec(authority)?.[1]
  if (scope !== undefined) return `API keys with the scope ${scope}, and signed-in users`
  if (authority === 'session') return 'Signed-in users only'
  if (authority === 'open' || security.length === 0) return 'Anyone'
  return security.some((each) => Object.keys(each).length === 0)
    ? 'Anyone; an API key gives more access'
    : 'API keys and signed-in users'
}

const parameterRows = (document: OpenApiDocument, operation: Operation): readonly SchemaRow[] =>
  (operation.parameters ?? [])
    .filter((parameter) => parameter.in !== 'cookie')
    .map(({ name, in: location, required = false, description = '', schema = {} }) => ({
      name,
      type: `${typeWords(document, schema)}, in the ${location}`,
      isRequired: required,
      description,
      rules: schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`],
      children: [],
    }))

const RequestDescription = ({
  operation,
  document,
}: {
  readonly operation: Operation
  readonly document: OpenApiDocument
}) => {
  const parameters = parameterRows(document, operation)
  const body = operation.requestBody
  const schema = body?.content['application/json']?.schema
  const rows = schema ? schemaRows(document, resolveReference(document, schema)) : []
  if (parameters.length === 0 && !body) return null
  return (
    <Section title="Request">
      {parameters.length > 0 && <SchemaTree rows={parameters} />}
      {body && (
        <>
          <h3>Body{body.required ? '' : ' (optional)'}</h3>
          <p class="second small">
            {Object.keys(body.content).join(', ')}. {body.description}
          </p>
          {rows.length > 0 && <SchemaTree rows={rows} />}
        </>
      )}
    </Section>
  )
}

export const OperationView = ({
  operation,
  document,
  api,
}: {
  readonly operation: Operation
  readonly document: OpenApiDocument
  readonly api: ApiEntry
}) => {
  const [values, setValues] = useState(exampleValues(operation))
  const base = baseOf(api, document)
  return (
    <article class="operation">
      <div class="stack">
        <h2>{operation.summary ?? operation.operationId}</h2>
        <p>
          <Badge tone="accent">{operation.method}</Badge> <code>{operation.path}</code>
        </p>
        <Paragraphs text={operation.description ?? ''} />
        <p class="second small">
          {callersOf(operation)}. {operation['x-idempotent'] && 'Safe to retry.'}
        </p>
        <RequestDescription operation={operation} document={document} />
        <Responses operation={operation} document={document} />
      </div>
      <div class="stack">
        <Section title="Code">
          <CodeTabs label="Code samples" samples={operationSamples(base, operation, values)} />
        </Section>
        {api.prefix !== null && <TryIt operation={operation} base={base} values={values} onValues={setValues} />}
      </div>
    </article>
  )
}
