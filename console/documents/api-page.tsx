import { PageHead } from '@signet/ui'
import { useRoute } from 'preact-iso'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { APIS, type ApiEntry, documentQuery } from './apis.ts'
import { type OpenApiDocument, operationsOf } from './open-api.ts'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import { Paragraphs } from './paragraphs.tsx'

const ApiOverview = ({ document, api }: { readonly document: OpenApiDocument; readonly api: ApiEntry }) => (
  <div class="stack">
    <Paragraphs text={document.info.description ?? ''} />
    <p>
      <a href={api.path} download={`${api.key}.openapi.json`}>
        Download the OpenAPI 3.1 document
      </a>{' '}
      to generate clients.
    </p>
  </div>
)

const Documents = ({ api, operationId }: { readonly api: ApiEntry; readonly operationId: string | undefined }) => {
  const document = useQuery(documentQuery(api))
  return (
    <div class="stack">
      <PageHead title={api.title} about={<a href="/docs">All APIs</a>} />
      <Loaded of={document} rows={8}>
        {(data) => {
          const operation = operationsOf(data).find((each) => each.operationId === operationId)
          return (
            <div class="documents">
              <OperationList document={data} api={api.key} current={operationId} />
              {operationId === undefined && <ApiOverview document={data} api={api} />}
              {operation && <OperationView key={operationId} operation={operation} document={data} api={api} />}
              {operationId !== undefined && !operation && (
                <p>This operation does not exist. Choose one from the list.</p>
              )}
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

export const ApiPage = () => {
  const { params } = useRoute()
  const api = APIS.find(({ key }) => key === params.api)
  if (!api) return <NotFound what="API" back={{ href: '/docs', text: 'Back to all APIs' }} />
  return <Documents api={api} operationId={params.operation} />
}
