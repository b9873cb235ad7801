import { PageHead } from '@signet/ui'
import { useRoute } from 'preact-iso'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { APIS, type ApiEntry, documentQuery } from './apis.ts'
import { type OpenApiDocument, operationsOf } from './open-api.ts'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import { Words } from './words.tsx'

const Start = ({ of: document, api }: { readonly of: OpenApiDocument; readonly api: ApiEntry }) => (
  <div class="stack">
    <Words text={document.info.description ?? ''} />
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
              <OperationList of={data} api={api.key} current={operationId} />
              {operationId === undefined && <Start of={data} api={api} />}
              {operation && <OperationView key={operationId} of={operation} document={data} api={api} />}
              {operationId !== undefined && !operation && (
                <p>This API has no such operation. Choose one from the list.</p>
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
