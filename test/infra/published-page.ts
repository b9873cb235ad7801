import { publishedContract, publishedNames, publishedVersions, responseSchemas } from '@signet/contracts/runtime'

const linesOf = (name: string): string[] => {
  const { version, description, operations } = publishedContract(name, '*')
  const schemas = responseSchemas(name, version)
  const rows = operations.map((operation) => {
    const statuses = Object.keys(schemas[operation.name] ?? {}).join(', ')
    const route = operation.route ? `\`${operation.route.method} ${operation.route.path}\`` : 'internal'
    return `| \`${operation.name}\` | ${route} | ${statuses || 'no JSON'} |`
  })
  return [
    `## ${name} ${version}`,
    '',
    `${description} Published: ${publishedVersions(name).join(', ')}.`,
    '',
    '| Operation | Route | Statuses with a schema |',
    '|---|---|---|',
    ...rows,
    '',
  ]
}

/** Returns the page docs/runtime/contracts.md: the exports of `@signet/contracts/runtime`. */
export const publishedPage = (): string => `# Published runtime contracts

Generated from \`layers/contracts/published\`; do not edit. \`npm run contracts:publish\` updates it with each version.

\`\`\`ts
import { runtimeResponses } from '@signet/contracts/runtime'

runtimeResponses('^1').runReading?.['200'] // JSON Schema 2020-12, $id urn:signet:contract:runtime-readings:1.0.0:runReading:200
\`\`\`

A published version never changes. [Contract versions](../contracts/versions.md) lists the version that each kind of change requires.

${publishedNames().flatMap(linesOf).join('\n').trimEnd()}
`
