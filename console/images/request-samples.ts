import type { CodeSample } from '@signet/ui'
import type { JobGenerateInput } from '../api/images.ts'
import { pythonLiteral } from '../session/python-literal.ts'

const KEY = 'IMAGEGEN_API_KEY'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const OPTIONS: Readonly<Record<string, string>> = {
  quality_tier: '--tier',
  aspect_ratio: '--aspect-ratio',
  seed: '--seed',
  negative_prompt: '--negative-prompt',
  output_format: '--output-format',
  output_preset: '--output-preset',
  webhook_url: '--webhook-url',
}

const curl = (url: string, body: string): string => `curl -s ${url} \\
  -H "authorization: Bearer $${KEY}" -H 'content-type: application/json' \\
  -d ${quoted(body)}`

const cli = (base: string, request: JobGenerateInput): string => {
  const options = Object.entries(request).flatMap(([name, value]) => {
    const option = OPTIONS[name]
    return option === undefined ? [] : [`${option} ${quoted(String(value))}`]
  })
  return `export IMAGEGEN_URL=${base}
npx signet images generate ${quoted(request.prompt)} ${options.join(' ')} --output image.${request.output_format ?? 'webp'}`
}

const typescript = (url: string, request: JobGenerateInput): string => `const response = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.${KEY}}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(request, null, 2).replaceAll('\n', '\n  ')}),
})
const job = await response.json()
console.log(job.state, job.asset_url)`

const python = (url: string, request: JobGenerateInput): string => `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"authorization": "Bearer " + os.environ["${KEY}"], "content-type": "application/json"},
    data=json.dumps(${pythonLiteral(request, '    ')}).encode(),
)
job = json.load(urllib.request.urlopen(request))
print(job["state"], job["asset_url"])`

export const requestSamples = (base: string, request: JobGenerateInput): readonly CodeSample[] => {
  const url = `${base}/v2/generate`
  return [
    { name: 'curl', language: 'bash', text: curl(url, JSON.stringify(request)) },
    { name: 'CLI', language: 'bash', text: cli(base, request) },
    { name: 'TypeScript', language: 'typescript', text: typescript(url, request) },
    { name: 'Python', language: 'python', text: python(url, request) },
  ]
}
