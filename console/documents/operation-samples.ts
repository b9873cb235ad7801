import type { CodeSample } from '@signet/ui'
import { pythonLiteral } from '../session/python-literal.ts'
import type { Operation, Parameter } from './open-api.ts'

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
export const exampleValues = ({ parameters = [], requestBody }: Operation): RequestValues => {
  const valuesIn = (location: Parameter['in'], includesOptional: boolean) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location && (includesOptional || parameter.required))
        .map((parameter) => [parameter.name, exampleOf(parameter)]),
    )
  const content = requestBody?.content['application/json']
  return {
    path: valuesIn('path', true),
    query: valuesIn('query', false),
    body: content === undefined ? undefined : JSON.stringify(content.example ?? {}, null, 2),
  }
}

/**
 * Returns the URL of a request.
 * @param base URL of the API, without a trailing slash
 */
export const urlOf = (base: string, { path }: Operation, values: RequestValues): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values.path[name]
    return value === undefined || value === `<${name}>` ? placeholder : encodeURIComponent(value)
  })
  const query = new URLSearchParams(Object.entries(values.query).filter(([, value]) => value !== '')).toString()
  return `${base}${filled}${query === '' ? '' : `?${query}`}`
}

const KEY_VARIABLE = 'SIGNET_KEY'

/** Returns whether the operation accepts an API key, not only a session. */
const acceptsKey = ({ security = [] }: Operation): boolean => security.some((each) => 'bearer' in each)

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curlSample = (operation: Operation, url: string, body: string | undefined): string => {
  const lines = [
    `curl -s${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${shellQuoted(url)}`,
    ...(acceptsKey(operation) ? [`-H "authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${shellQuoted(compactJson(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

const compactJson = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

const typescriptSample = (operation: Operation, url: string, body: string | undefined): string => {
  const headers = [
    ...(acceptsKey(operation) ? [`authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
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

const pythonSample = (operation: Operation, url: string, body: string | undefined): string => {
  const headers = [
    ...(acceptsKey(operation) ? [`"authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]`] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ]
  const options = [
    ...(operation.method === 'GET' ? [] : [`    method="${operation.method}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${pythonBody(body)},`]),
  ]
  const imports = acceptsKey(operation) ? 'json, os, urllib.request' : 'json, urllib.request'
  return `import ${imports}

request = urllib.request.Request(
    "${url}",
${options.join('\n')}${options.length === 0 ? '' : '\n'})
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`
}

export const operationSamples = (base: string, operation: Operation, values: RequestValues): readonly CodeSample[] => {
  const url = urlOf(base, operation, values)
  return [
    { name: 'curl', language: 'bash', text: curlSample(operation, url, values.body) },
    { name: 'TypeScript', language: 'typescript', text: typescriptSample(operation, url, values.body) },
    { name: 'Python', language: 'python', text: pythonSample(operation, url, values.body) },
  ]
}
