import { Badge, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type OpenApiDocument, type Operation, operationsOf } from './open-api.ts'

const groupsOf = (document: OpenApiDocument, query: string) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matchesQuery = ({ summary = '', path, method, operationId }: Operation): boolean => {
    const text = `${summary} ${method} ${path} ${operationId}`.toLowerCase()
    return words.every((each) => text.includes(each))
  }
  const operations = operationsOf(document).filter(matchesQuery)
  const names = [...new Set(operations.map(({ tags }) => tags?.[0] ?? ''))]
  return names.map((name) => ({
    name,
    title: document.tags?.find((tag) => tag.name === name)?.description ?? name,
    operations: operations.filter(({ tags }) => (tags?.[0] ?? '') === name),
  }))
}

export const OperationList = ({
  document,
  api,
  current,
}: {
  readonly document: OpenApiDocument
  readonly api: string
  readonly current: string | undefined
}) => {
  const [query, setQuery] = useState('')
  const groups = groupsOf(document, query)
  return (
    <nav class="operations" aria-label="Operations">
      <TextField label="Find an operation" type="search" value={query} onValue={setQuery} autocomplete="off" />
      {groups.length === 0 && <p class="second">No operation matches these words.</p>}
      {groups.map(({ name, title, operations }) => (
        <section key={name} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {operations.map(({ operationId, summary, method }) => (
              <li key={operationId}>
                <a href={`/docs/${api}/${operationId}`} aria-current={operationId === current ? 'page' : undefined}>
                  <span>{summary ?? operationId}</span> <Badge>{method}</Badge>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
