import type { CodeSample } from '@signet/ui'
import type { JobGenerateInput } from '../api/images.ts'
import { pythonLiteral } from '../session/python-literal.ts'

const KEY_VARIABLE = 'IMAGEGEN_API_KEY'

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Fields of a request that `signet images generate` supports, with their options. */
const CLI_OPTIONS: Readonly<Record<string, string>> = {
  quality_tier: '--tier',
  aspect_ratio: '--aspect-ratio',
  seed: '--seed',
  webhook_url: '--webhook-url',
}

const curlSample = (url: string, body: string): string => `curl -s ${url} \\
  -H "authorization: Bearer $${KEY_VARIABLE}" -H 'content-type: application/json' \\
  -d ${shellQuoted(body)}`

/** Returns no sample for a request with a field that the command does not support. */
const cliSamples = (base: string, request: JobGenerateInput): readonly CodeSample[] => {
  const isSupported = Object.keys(request).every(
    (name) => ['prompt', 'output_format'].includes(name) || name in CLI_OPTIONS,
  )
  if (!isSupported) return []
  const options = Object.entries(request).flatMap(([name, value]) => {
    const option = CLI_OPTIONS[name]
    return option === undefined ? [] : [`${option} ${shellQuoted(String(value))}`]
  })
  const text = `export IMAGEGEN_URL=${base}
npx signet images generate ${shellQuoted(request.prompt)} ${options.join(' ')} --output image.${request.output_format ?? 'webp'}`
  return [{ name: 'CLI', language: 'bash', text }]
}

const typescriptSample = (url: string, request: JobGenerateInput): string => `const response = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(request, null, 2).replaceAll('\n', '\n  ')}),
})
const job = await response.json()
console.log(job.state, job.asset_url)`

const pythonSample = (url: string, request: JobGenerateInput): string => `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"authorization": "Bearer " + os.environ["${KEY_VARIABLE}"], "content-type": "application/json"},
    data=json.dumps(${pythonLiteral(request, '    ')}).encode(),
)
job = json.load(urllib.request.urlopen(request))
print(job["state"], job["asset_url"])`

export const requestSamples = (base: string, request: JobGenerateInput): readonly CodeSample[] => {
  const url = `${base}/v2/generate`
  return [
    { name: 'curl', language: 'bash', text: curlSample(url, JSON.stringify(request)) },
    ...cliSamples(base, request),
    { name: 'TypeScript', language: 'typescript', text: typescriptSample(url, request) },
    { name: 'Python', language: 'python', text: pythonSample(url, request) },
  ]
}
