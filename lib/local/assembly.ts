import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** A resource as in a CloudFormation template, with unresolved intrinsics. */
export interface TemplateResource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly Metadata?: Readonly<Record<string, unknown>>
  readonly Condition?: string
}

export interface Template {
  readonly Resources?: Readonly<Record<string, TemplateResource>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>>
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>
  readonly Conditions?: Readonly<Record<string, unknown>>
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
}

export interface AssemblyStack {
  readonly name: string
  readonly region: string
  readonly account: string
  readonly template: Template
  /** Absolute path of each asset, by the key in the template's S3Key or S3 location. */
  readonly assets: ReadonlyMap<string, string>
}

/** Region of local resources if the stack does not set its environment, as most do not. */
export const localRegion = 'us-east-1'
export const localAccount = '000000000000'

interface Manifest {
  readonly artifacts?: Readonly<
    Record<
      string,
      {
        readonly type: string
        readonly environment?: string
        readonly displayName?: string
        readonly properties?: { readonly templateFile?: string; readonly stackName?: string; readonly file?: string }
      }
    >
  >
}

interface AssetManifest {
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path?: string }
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>
      }
    >
  >
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T

const assetsOf = async (dir: string, file: string): Promise<Map<string, string>> => {
  const { files = {} } = await readJson<AssetManifest>(join(dir, file))
  return new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, resolve(dir, source.path ?? '')] as const),
    ),
  )
}

const knownOr = (part: string | undefined, fallback: string): string =>
  part === undefined || part.startsWith('unknown-') ? fallback : part

/**
 * Reads a CDK cloud assembly: every stack of its manifest with its template and the paths of its assets.
 * @param dir the folder that contains manifest.json, `cdk.out` after `cdk synth`.
 */
export const readAssembly = async (dir: string): Promise<AssemblyStack[]> => {
  const { artifacts = {} } = await readJson<Manifest>(join(dir, 'manifest.json'))
  const stacks: AssemblyStack[] = []
  for (const [id, { type, environment, properties }] of Object.entries(artifacts)) {
    if (type !== 'aws:cloudformation:stack' || !properties?.templateFile) continue
    const [account, region] = environment?.replace(/^aws:\/\//, '').split('/') ?? []
    const manifest = artifacts[`${id}.assets`]?.properties?.file
    stacks.push({
      name: properties.stackName ?? id,
      region: knownOr(region, localRegion),
      account: knownOr(account, localAccount),
      template: await readJson<Template>(join(dir, properties.templateFile)),
      assets: manifest ? await assetsOf(dir, manifest) : new Map(),
    })
  }
  return stacks
}
