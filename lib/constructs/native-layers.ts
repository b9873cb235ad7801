import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { Architecture, Code, type ILayerVersion, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'

const SOURCE = 'layers/imaging/sharp'

/** Installs sharp for Lambda's system and processor, on any machine, from its own lock file. */
const installInto = (outputDir: string, cpu: string): boolean => {
  const target = join(outputDir, 'nodejs')
  mkdirSync(target, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(SOURCE, file), join(target, file))
  execFileSync('npm', ['ci', '--omit=dev', '--os=linux', `--cpu=${cpu}`, '--libc=glibc', '--no-audit', '--no-fund'], {
    cwd: target,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return true
}

/** Returns the asset hash: lock file and processor determine what is installed. */
const contentHash = (architecture: string): string =>
  createHash('sha256')
    .update(architecture)
    .update(readFileSync(join(SOURCE, 'package-lock.json')))
    .digest('hex')

/** Creates the layer of the native image library, the only code outside the bundles of functions. */
const sharpLayer = (scope: Construct, config: Config): LayerVersion =>
  new LayerVersion(scope, 'Sharp', {
    description: 'sharp with libvips for Linux',
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    compatibleArchitectures: [config.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64],
    code: Code.fromAsset(SOURCE, {
      assetHashType: AssetHashType.CUSTOM,
      assetHash: contentHash(config.architecture),
      bundling: {
        // Never pulled: the local bundler always succeeds or throws, so Docker is not needed.
        image: DockerImage.fromRegistry('public.ecr.aws/sam/build-nodejs24.x'),
        local: { tryBundle: (outputDir) => installInto(outputDir, config.architecture === 'arm64' ? 'arm64' : 'x64') },
      },
    }),
  })

const LAYERS: Readonly<Record<string, (scope: Construct, config: Config) => ILayerVersion>> = { sharp: sharpLayer }

/**
 * Creates a layer.
 * @throws Error that lists the known layers.
 */
export const nativeLayer = (name: string, scope: Construct, config: Config): ILayerVersion => {
  const createLayer = LAYERS[name]
  if (createLayer) return createLayer(scope, config)
  throw new Error(
    `The layer "${name}" does not exist; lib/constructs/native-layers.ts has ${Object.keys(LAYERS).join(', ')}`,
  )
}
