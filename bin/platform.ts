import { App } from 'aws-cdk-lib'
import cdkJson from '../cdk.json' with { type: 'json' }
import { readConfig } from '../lib/config.ts'
import { createStacks } from '../lib/create-stacks.ts'
import packageJson from '../package.json' with { type: 'json' }

const config = readConfig(process.env, packageJson.version)
/** Locally, functions load sharp from npm: the native layer for Lambda need not be installed. */
const bundling = config.stage === 'local' ? { 'aws:cdk:bundling-stacks': [] } : {}
const app = new App({ context: { ...cdkJson.context, ...bundling } })
createStacks(app, config)
app.synth()
