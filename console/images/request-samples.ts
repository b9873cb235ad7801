import type { CodeSample } from '@signet/ui'
import type { JobGenerateInput } from '../api/images.ts'
import { pythonLiteral } from '../session/python-literal.ts'

const KEY_VARIABLE = 'IMAGEGEN_API_KEY'

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const CLI_OPTIONS: Readonly<Record<string, string>> = {
  quality_tier: '--tier',
  aspect_ratio: '--aspect-ratio',
  seed: '--seed',
  negative_prompt: '--negative-prompt',
  output_format: '--output-format',
  output_preset: '--output-preset',
  webhook_url: '--webhook-url',
}

const curlSample = (url: string, body: string): string => `curl -s ${url} \\
  -H "authorization: Bearer $${KEY_VARIABLE}" -H 'content-type: application/json' \\
  -d ${shellQuoted(body)}`

const cliSample = (base: string, request: JobGenerateInput): string => {
  const options = Object.entries(request).flatMap(([name, value]) => {
    const option = CLI_OPTIONS[name]
    return option === undefined ? [] : [`${option} ${shellQuoted(String(value))}`]
  })
  return `export IMAGEGEN_URL=${base}
npx signet images generate ${shellQuoted(request.prompt)} ${options.join(' ')} --output image.${request.output_format ?? 'webp'}`
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
    { name: 'CLI', language: 'bash', text: cliSample(base, request) },
    { name: 'TypeScript', language: 'typescript', text: typescriptSample(url, request) },
    { name: 'Python', language: 'python', text: pythonSample(url, request) },
  ]
}
