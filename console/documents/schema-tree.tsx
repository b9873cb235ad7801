import type { SchemaRow } from './schema-rows.ts'
import { Words } from './words.tsx'

const Row = ({ row }: { readonly row: SchemaRow }) => {
  const { name, type, isRequired, description, rules, children } = row
  return (
    <li class="member">
      <div>
        <code class="member-name">{name}</code> <span class="second small">{type}</span>{' '}
        {isRequired && <span class="small required">required</span>}
      </div>
      {description && <Words text={description} />}
      {rules.length > 0 && <p class="second small">{rules.join('; ')}</p>}
      {children.length > 0 && (
        <details>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          <SchemaTree rows={children} />
        </details>
      )}
    </li>
  )
}

export const SchemaTree = ({ rows }: { readonly rows: readonly SchemaRow[] }) => (
  <ul class="members">
    {rows.map((row) => (
      <Row key={row.name} row={row} />
    ))}
  </ul>
)
