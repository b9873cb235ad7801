import { type Resource, templateError } from './resource.ts'

export interface LocalFunction {
  /** Short name for log lines and the control API: the bundle's name, or else the logical ID. */
  readonly label: string
  readonly name: string
  readonly arn: string
  readonly region: string
  /** Name of the folder below `dist` that the function runs. The function restarts when it changes. */
  readonly bundle: string | undefined
  readonly assetDir: string | undefined
  /** `index.handler`: file without its extension, then the export. */
  readonly handler: string
  /** The template's variables only; Lambda's own are added later. */
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly layers: number
}

/** @throws TemplateError for a function without code that can run here. */
export const readFunction = ({ stack, logicalId, name, arn, properties, metadata }: Resource): LocalFunction => {
  const { Code, Environment, Handler, Runtime, Timeout, MemorySize, Layers, PackageType } = properties as {
    Code?: { S3Key?: string }
    Environment?: { Variables?: Record<string, unknown> }
    Handler?: string
    Runtime?: string
    Timeout?: number
    MemorySize?: number
    Layers?: unknown[]
    PackageType?: string
  }
  if (PackageType === 'Image' || !Runtime?.startsWith('nodejs')) {
    throw templateError(stack, `function ${logicalId} runs ${Runtime ?? 'an image'}; only nodejs is supported locally`)
  }
  const bundleName = metadata['signet:bundle']
  const bundle = typeof bundleName === 'string' ? bundleName : undefined
  const assetDir = Code?.S3Key === undefined ? undefined : stack.assets.get(Code.S3Key)
  if (bundle === undefined && assetDir === undefined) {
    throw templateError(stack, `function ${logicalId} has neither a bundle nor an asset`)
  }
  const variables = Object.entries(Environment?.Variables ?? {}).map(([key, value]) => [key, String(value)] as const)
  return {
    label: bundle ?? logicalId,
    name,
    arn,
    region: stack.region,
    bundle,
    assetDir,
    handler: Handler ?? 'index.handler',
    environment: Object.fromEntries(variables),
    timeoutMs: (Timeout ?? 3) * 1000,
    memoryMb: MemorySize ?? 128,
    layers: Layers?.length ?? 0,
  }
}
