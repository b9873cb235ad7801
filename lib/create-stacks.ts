import { type App, type StackProps, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { RETENTION } from '../lambdas/imagegen/contract/retention.ts'
import type { Config } from './config.ts'
import { AlarmMail } from './constructs/alarm-mail.ts'
import { DataStack } from './stacks/data-stack.ts'
import { FlagsStack } from './stacks/flags-stack.ts'
import { ImagesStack } from './stacks/images-stack.ts'
import { WorkStack } from './stacks/work-stack.ts'

/** Every stack of the system, wired by typed props. Called by bin/ and by tests. */
export const createStacks = (app: App, config: Config) => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
  Tags.of(app).add('project', 'signet')
  Tags.of(app).add('stage', config.stage)
  const { account, region } = config
  const props = (description: string): StackProps => ({
    description,
    ...(account && region ? { env: { account, region } } : {}),
  })
  const name = (stack: string) => `signet-${config.stage}-${stack}`
  const data = new DataStack(app, name('data'), {
    ...props('Signet: table, buckets, keys'),
    config,
    imageLifetimeDays: RETENTION.imageDays,
  })
  const work = new WorkStack(app, name('work'), { ...props('Signet: queues, state machines, schedules'), config, data })
  const images = new ImagesStack(app, name('images'), { ...props('Signet: image service'), config, data, work })
  const flags = new FlagsStack(app, name('flags'), { ...props('Signet: feature flags'), config, data })
  if (config.alarmEmail) {
    const mail = new AlarmMail(data, 'AlarmMail', config.alarmEmail)
    for (const stack of [work, images, flags]) mail.watch(stack)
  }
  return { data, work, images, flags }
}
