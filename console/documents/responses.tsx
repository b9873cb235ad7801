import { Badge, Section } from '@signet/ui'
import { type OpenApiDocument, type OpenApiResponse, type Operation, resolveReference } from './open-api.ts'
import { Paragraphs } from './paragraphs.tsx'
import { schemaRows } from './schema-rows.ts'
import { SchemaTree } from './schema-tree.tsx'

const isSuccess = (status: string): boolean => /^[123]/.test(status)

const ResponseItem = ({
  status,
  response,
  document,
}: {
  readonly status: string
  readonly response: OpenApiResponse
  readonly document: OpenApiDocument
}) => {
  const { description = '', content = {}, headers = {} } = resolveReference(document, response)
  const types = Object.keys(content)
  const schema = content['application/json']?.schema
  const rows = schema && isSuccess(status) ? schemaRows(document, schema) : []
  const names = Object.keys(headers)
  return (
    <li class="response">
      <Badge tone={isSuccess(status) ? 'ok' : 'warn'}>{status}</Badge>
      <div class="stack tight">
        <Paragraphs text={description} />
        {isSuccess(status) && types.length > 0 && <p class="second small">{types.join(', ')}</p>}
        {isSuccess(status) && names.length > 0 && <p class="second small">Headers: {names.join(', ')}</p>}
        {rows.length > 0 && (
          <details open={isSuccess(status)}>
            <summary>Response fields</summary>
            <SchemaTree rows={rows} />
          </details>
        )}
      </div>
    </li>
  )
}

export const Responses = ({
  operation: { responses },
  document,
}: {
  readonly operation: Operation
  readonly document: OpenApiDocument
}) => (
  <Section title="Responses">
    <ul class="stack">
      {Object.entries(responses)
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([status, response]) => (
          <ResponseItem key={status} status={status} response={response} document={document} />
        ))}
    </ul>
  </Section>
)
