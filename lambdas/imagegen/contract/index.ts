import { getAsset } from './assets.ts'
import { getHealth } from './health.ts'
import { jobContract } from './job.ts'
import { listModels } from './models.ts'
import { getRetentionPolicy } from './retention.ts'

export { getAsset, getHealth, getRetentionPolicy, jobContract, listModels }
