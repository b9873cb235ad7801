import { Paragraphs } from './paragraphs.tsx'
import type { SchemaRow } from './schema-rows.ts'

const SchemaRowItem = ({ row }: { readonly row: SchemaRow }) => {
  const { name, type, isRequired, description, rules, children } = row
  return (
    <li class="schema-field">
      <div>
        <code class="schema-field-name">{name}</code> <span class="second small">{type}</span>{' '}
        {isRequired && <span class="small required">required</span>}
      </div>
      {description && <Paragraphs text={description} />}
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
  <ul class="schema-fields">
    {rows.map((row) => (
      <SchemaRowItem key={row.name} row={row} />
    ))}
  </ul>
)
