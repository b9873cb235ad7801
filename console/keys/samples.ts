import type { CodeSample } from '@signet/ui'

const urlOf = (path: string): string => `${location.origin}${path}`

const imageSamples = (key: string): readonly CodeSample[] => [
  {
    name: 'curl',
    language: 'bash',
    text: `curl -s ${urlOf('/_api/images/v2/generate')} \\
  -H 'authorization: Bearer ${key}' -H 'content-type: application/json' \\
  -d '{"prompt":"a lighthouse at dusk","quality_tier":"draft"}'`,
  },
  {
    name: 'CLI',
    language: 'bash',
    text: `export IMAGEGEN_URL=${urlOf('/_api/images')} IMAGEGEN_API_KEY=${key}
npx signet images generate "a lighthouse at dusk" --tier draft --output lighthouse.webp`,
  },
  {
    name: 'TypeScript',
    language: 'typescript',
    text: `const response = await fetch('${urlOf('/_api/images/v2/generate')}', {
  method: 'POST',
  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },
  body: JSON.stringify({ prompt: 'a lighthouse at dusk', quality_tier: 'draft' }),
})
const { asset_url } = await response.json()`,
  },
]

const SAMPLE_REQUESTS: readonly { readonly scope: string; readonly path: string; readonly body?: string }[] = [
  { scope: 'flags:read', path: '/_api/flags/ofrep/v1/evaluate/flags', body: '{"context":{"targetingKey":"user-1"}}' },
  {
    scope: 'images:write',
    path: '/api/images/generate',
    body: '{"prompt":"a lighthouse at dusk","quality_tier":"draft"}',
  },
  { scope: 'archive:read', path: '/_api/archive/api/search?q=lighthouse' },
  { scope: 'sentiment:read', path: '/api/sentiment/monitors' },
  { scope: 'usage:read', path: '/api/usage' },
  { scope: 'account:read', path: '/api/account/me' },
  { scope: 'billing:read', path: '/api/billing' },
]

const platformSamples = (key: string, scopes: readonly string[]): readonly CodeSample[] => {
  const { path, body } = SAMPLE_REQUESTS.find(({ scope }) => scopes.includes(scope)) ?? { path: '/api/account/me' }
  const bodyOption = body === undefined ? '' : ` \\\n  -H 'content-type: application/json' -d '${body}'`
  const bodyLines = body === undefined ? '' : `\n  method: 'POST',\n  body: JSON.stringify(${body}),`
  const typeHeader = body === undefined ? '' : ", 'content-type': 'application/json'"
  return [
    {
      name: 'curl',
      language: 'bash',
      text: `curl -s '${urlOf(path)}' \\\n  -H 'authorization: Bearer ${key}'${bodyOption}`,
    },
    {
      name: 'TypeScript',
      language: 'typescript',
      text: `const response = await fetch('${urlOf(path)}', {${bodyLines}
  headers: { authorization: 'Bearer ${key}'${typeHeader} },
})
console.log(await response.json())`,
    },
  ]
}

export const samplesOf = (key: string, scopes: readonly string[]): readonly CodeSample[] =>
  key.startsWith('gen_') ? imageSamples(key) : platformSamples(key, scopes)
