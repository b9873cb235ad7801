import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobQueue } from '../../../lambdas/images/jobs/job-queue.ts'
import { startEmbeddedAws } from '../../../lib/local/aws/embedded-aws.ts'
import type { EmbeddedAws } from '../../../lib/local/aws/ports.ts'
import { jobRow } from '../../support/sample-job.ts'

const dir = mkdtempSync(join(tmpdir(), 'signet-queue-'))
let aws: EmbeddedAws
let sqs: SQSClient
let urls: { standard: string; priority: string }

const createQueue = async (name: string): Promise<string> => {
  const spec = { name, fifo: false, visibilityTimeoutSeconds: 60, retentionSeconds: 86_400, delaySeconds: 0 }
  return (await aws.declareQueue(spec)).url
}

beforeAll(async () => {
  aws = await startEmbeddedAws({ dir, invoke: async () => ({}) })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  sqs = new SQSClient({ endpoint: aws.endpoint, region: 'us-east-1', credentials })
  urls = { standard: await createQueue('standard'), priority: await createQueue('priority') }
})
afterAll(async () => {
  sqs.destroy()
  await aws.stop()
  rmSync(dir, { recursive: true, force: true })
})

const receivedMessages = async (url: string, max = 10): Promise<{ tenantId: string; jobId: string }[]> => {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: max }))
  return Messages.map(({ Body = '' }) => JSON.parse(Body))
}

it('jobs of another tenant behind 500 jobs of one tenant get every second turn', async () => {
  const queue = jobQueue({ sqs, urls })
  for (let n = 0; n < 500; n++) await queue.send(jobRow({ tenant_id: 'noisy' }))
  for (let n = 0; n < 20; n++) await queue.send(jobRow({ tenant_id: 'quiet' }))
  const tenants = (await receivedMessages(urls.standard)).map(({ tenantId }) => tenantId)
  expect(tenants.filter((tenant) => tenant === 'quiet')).toHaveLength(5)
  const singleMessages = await Promise.all([receivedMessages(urls.standard, 1), receivedMessages(urls.standard, 1)])
  expect(
    singleMessages
      .flat()
      .map(({ tenantId }) => tenantId)
      .sort(),
  ).toEqual(['noisy', 'quiet'])
})

it('jobs of one network without an account share turns, although each has its own partition', async () => {
  const queue = jobQueue({ sqs, urls: { ...urls, standard: await createQueue('networks') } })
  const url = `${urls.standard.slice(0, -'standard'.length)}networks`
  for (let n = 0; n < 100; n++) await queue.send(jobRow({ tenant_id: `anon-${n}`, network: 'anon-a' }))
  for (let n = 0; n < 20; n++) await queue.send(jobRow({ tenant_id: `anon-b${n}`, network: 'anon-b' }))
  const tenants = (await receivedMessages(url)).map(({ tenantId }) => tenantId)
  expect(tenants.filter((tenant) => tenant.startsWith('anon-b'))).toHaveLength(5)
})

it('only jobs with priority use the priority queue', async () => {
  const queue = jobQueue({ sqs, urls })
  const job = jobRow({ tenant_id: 'agency', has_priority: true })
  await queue.send(job)
  expect(await receivedMessages(urls.priority)).toEqual([{ tenantId: 'agency', jobId: job.job_id }])
  await queue.send(jobRow({ tenant_id: 'free' }))
  expect(await receivedMessages(urls.priority)).toEqual([])
})
