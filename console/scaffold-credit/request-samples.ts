import type { CodeSample } from '@signet/ui'
import { pythonLiteral } from '../session/python-literal.ts'

const KEY_VARIABLE = 'SIGNET_API_KEY'

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const typescript = (url: string, body: object, field: string): string => `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
})
const result = await response.json()
console.log(result.${field})`

const python = (url: string, body: object, field: string): string => `import json, os, urllib.request, uuid

request = urllib.request.Request(
    "${url}",
    headers={
        "authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],
        "content-type": "application/json",
        "idempotency-key": str(uuid.uuid4()),
    },
    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),
)
result = json.load(urllib.request.urlopen(request))
print(result${field
  .split('.')
  .map((name) => `["${name}"]`)
  .join('')})`

/**
 * Samples of a request that uses a scaffold, with the API key in a variable.
 * @param field path of the response field to print, such as `analysis.summary`
 */
export const paidSamples = (url: string, body: object, field: string): readonly CodeSample[] => [
  {
    name: 'curl',
    language: 'bash',
    text: `curl -s ${url} \\
  -H "authorization: Bearer $${KEY_VARIABLE}" -H 'content-type: application/json' \\
  -H "idempotency-key: $(uuidgen)" \\
  -d ${shellQuoted(JSON.stringify(body))}`,
  },
  { name: 'TypeScript', language: 'typescript', text: typescript(url, body, field) },
  { name: 'Python', language: 'python', text: python(url, body, field) },
]
