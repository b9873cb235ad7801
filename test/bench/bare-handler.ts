import type { Metafile } from 'esbuild'

type Inputs = Metafile['outputs'][string]['inputs']

/** Client class of each SDK package that a function may use. */
const CLIENT_CLASSES: Readonly<Record<string, string>> = {
  'client-cloudwatch': 'CloudWatchClient',
  'client-dynamodb': 'DynamoDBClient',
  'client-eventbridge': 'EventBridgeClient',
  'client-s3': 'S3Client',
  'client-secrets-manager': 'SecretsManagerClient',
  'client-sfn': 'SFNClient',
  'client-sqs': 'SQSClient',
}

/** Packages outside the SDK that call a service or the hardware. A bare handler would have them too. */
const OTHER_CLIENTS: Readonly<Record<string, string>> = {
  aws4fetch:
    "import { AwsClient } from 'aws4fetch'\nmade.push(new AwsClient({ accessKeyId: 'a', secretAccessKey: 'b' }))",
  sharp: "import sharp from 'sharp'\nmade.push(sharp)",
}

/** Lists the commands of each SDK package in the bundle. */
const commandsOf = (inputs: Inputs): Map<string, string[]> => {
  const commandsByPackage = new Map<string, string[]>()
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const [, name, command] =
      file.match(/@aws-sdk\/((?:client|lib)-[^/]+)\/dist-es\/(?:commands\/(\w+Command)\.js|\w+Client\.js)$/) ?? []
    if (name === undefined || bytesInOutput === 0) continue
    const commands = commandsByPackage.get(name) ?? []
    if (command) commands.push(command)
    commandsByPackage.set(name, commands)
  }
  return commandsByPackage
}

const clientSource = (name: string, commands: readonly string[]): string => {
  const commandUse = `sent.push(${commands.join(', ')})`
  if (name === 'lib-dynamodb') {
    const names = ['DynamoDBDocumentClient', ...commands].join(', ')
    return `import { ${names} } from '@aws-sdk/lib-dynamodb'\n${commandUse}\nmade.push(DynamoDBDocumentClient.from(dynamo, { marshallOptions: { removeUndefinedValues: true } }))`
  }
  const client = CLIENT_CLASSES[name]
  if (!client) throw new Error(`test/bench/bare-handler.ts lacks the client class of @aws-sdk/${name}: add it`)
  const creation =
    name === 'client-dynamodb'
      ? 'const dynamo = new DynamoDBClient({})\nmade.push(dynamo)'
      : `made.push(new ${client}({}))`
  // Commands of the document client include those of the plain client.
  const plainCommands = name === 'client-dynamodb' ? [] : commands
  return `import { ${[client, ...plainCommands].join(', ')} } from '@aws-sdk/${name}'\n${creation}\n${plainCommands.length > 0 ? `sent.push(${plainCommands.join(', ')})` : ''}`
}

/** The responders of a handler without validation, and of one that checks its body with one schema. */
const HANDLER_SOURCES = {
  blind: ['export const handler = async () => [made.length, sent.length]'],
  zod: [
    "import * as z from 'zod'",
    'const Input = z.object({ prompt: z.string().min(1).max(2000), size: z.int().min(1).default(1), tags: z.array(z.string()).optional() })',
    'export const handler = async ({ body }: { body: string | null }) => {',
    '  const { success, data } = Input.safeParse(JSON.parse(body ?? \'{"prompt":"a fox"}\'))',
    '  return success ? { statusCode: 200, body: JSON.stringify({ data, made: made.length, sent: sent.length }) } : { statusCode: 400 }',
    '}',
  ],
} as const

/**
 * Returns the source of a bare handler: it creates the clients of the bundle, can send its commands and, optionally,
 * validates with zod. It has no routes and no log.
 */
export const bareHandler = (
  inputs: Inputs,
  externals: readonly string[],
  handlerKind: keyof typeof HANDLER_SOURCES,
): string => {
  const commands = [...commandsOf(inputs)].sort(([a], [b]) => a.localeCompare(b))
  const otherPackages = Object.entries(OTHER_CLIENTS).filter(
    ([name]) => externals.includes(name) || Object.keys(inputs).some((file) => file.includes(`node_modules/${name}/`)),
  )
  return [
    'const made: unknown[] = []',
    'const sent: unknown[] = []',
    ...commands.map(([name, list]) => clientSource(name, list)),
    ...otherPackages.map(([, source]) => source),
    ...HANDLER_SOURCES[handlerKind],
    '',
  ].join('\n')
}
