import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { Job } from '@signet/imaging/schemas/job'
import { QualityTier } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'

/** The input of an image tool, with the bounds of the service. */
export const Input = z.strictObject(GenerateRequest.pick({ prompt: true, quality_tier: true, seed: true }).shape)
export const Output = z.object(Job.pick({ job_id: true, state: true, asset_url: true }).shape)
export const tiers = QualityTier.options

export {}
