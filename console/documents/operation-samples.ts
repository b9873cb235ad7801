import type { CodeSample } from '@signet/ui'
import { pythonLiteral } from '../session/python-literal.ts'
import type { Parameter, PlacedOperation } from './open-api.ts'

export interface RequestValues {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON text; undefined if the request has no body. */
  readonly body: string | undefined
}

const exampleOf = ({ example, schema, name }: Parameter): string => {
  const value = example ?? schema?.default ?? schema?.enum?.[0]
  return value === undefined ? `<${name}>` : String(value)
}

/** Returns the initial values of a request: examples from the document, otherwise placeholders in angle brackets. */
export const exampleValues = ({ parameters = [], requestBody }: PlacedOperation): RequestValues => {
  const of = (place: Parameter['in'], all: boolean) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && (all || parameter.required))
        .map((parameter) => [parameter.name, exampleOf(parameter)]),
    )
  const content = requestBody?.content['application/json']
  return {
    path: of('path', true),
    query: of('query', false),
    body: content === undefined ? undefined : JSON.stringify(content.example ?? {}, null, 2),
  }
}

/**
 * Returns the URL of a request.
 * @param base of the API, without a trailing slash
 */
export const urlOf = (base: string, { path }: PlacedOperation, values: RequestValues): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.path[name]
    return value === undefined || value === `<${name}>` ? whole : encodeURIComponent(value)
  })
  const query = new URLSearchParams(Object.entries(values.query).filter(([, value]) => value !== '')).toString()
  return `${base}${filled}${query === '' ? '' : `?${query}`}`
}

const KEY = 'SIGNET_KEY'

/** Returns whether the operation accepts an API key, not only a session. */
const takesKey = ({ security = [] }: PlacedOperation): boolean => security.some((each) => 'bearer' in each)

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curl = (operation: PlacedOperation, url: string, body: string | undefined): string => {
  const lines = [
    `curl -s${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${quoted(url)}`,
    ...(takesKey(operation) ? [`-H "authorization: Bearer $${KEY}"`] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(compact(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

const compact = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

const typescript = (operation: PlacedOperation, url: string, body: string | undefined): string => {
  const headers = [
    ...(takesKey(operation) ? [`authorization: \`Bearer \${process.env.${KEY}}\``] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
  ]
  const call = options.length === 0 ? `fetch('${url}')` : `fetch('${url}', {\n${options.join('\n')}\n})`
  return `const response = await ${call}\nconsole.log(response.status, await response.json())`
}

const pythonBody = (body: string): string => {
  try {
    return `json.dumps(${pythonLiteral(JSON.parse(body), '    ')}).encode()`
  } catch {
    return `${JSON.stringify(body)}.encode()`
  }
}

const python = (operation: PlacedOperation, url: string, body: string | undefined): string => {
  const headers = [
    ...(takesKey(operation) ? [`"authorization": "Bearer " + os.environ["${KEY}"]`] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ]
  const options = [
    ...(operation.method === 'GET' ? [] : [`    method="${operation.method}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${pythonBody(body)},`]),
  ]
  const imports = takesKey(operation) ? 'json, os, urllib.request' : 'json, urllib.request'
  return `import ${imports}

request = urllib.request.Request(
    "${url}",
${options.join('\n')}${options.length === 0 ? '' : '\n'})
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`
}

export const operationSamples = (
  base: string,
  operation: PlacedOperation,
  values: RequestValues,
): readonly CodeSample[] => {
  const url = urlOf(base, operation, values)
  return [
    { name: 'curl', language: 'bash', text: curl(operation, url, values.body) },
    { name: 'TypeScript', language: 'typescript', text: typescript(operation, url, values.body) },
    { name: 'Python', language: 'python', text: python(operation, url, values.body) },
  ]
}
