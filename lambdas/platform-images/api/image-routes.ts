import { reply } from '@signet/contracts'
import type { Job } from '@signet/imaging/schemas/job'
import { notFound, Refusal, type Route, refusal, route } from '@signet/kernel'
import { deleteImage, getImage, listImages } from '../contract/images.ts'
import type { ImageService } from './image-service.ts'
import { listedImage, statusOf } from './image-view.ts'

const noSuchImage = (): Refusal<'not_found'> => notFound('The image does not exist')

/** Routes of the tenant's images, which the image service stores (spec platform-api 4.8). */
export const imageRoutes = ({ images }: { readonly images: ImageService }): Route[] => [
  route(listImages, async ({ query: { limit, offset, state }, ...context }) => {
    const hasRequestedState = (job: Job) => state === undefined || statusOf(job) === state
    const jobs = await images.list(context, offset + limit, hasRequestedState)
    return jobs instanceof Refusal ? jobs : reply(200, { images: jobs.slice(offset).map(listedImage) })
  }),
  route(getImage, async ({ params, ...context }) => {
    const job = await images.get(context, params.id)
    if (job instanceof Refusal) return job
    return job ? reply(200, { ...listedImage(job), error: job.error }) : noSuchImage()
  }),
  route(deleteImage, async ({ params, ...context }) => {
    const job = await images.get(context, params.id)
    if (job instanceof Refusal) return job
    if (job && statusOf(job) === 'processing')
      return refusal('still_processing', 'The image is being generated. Delete it when it is completed')
    // Called even if the job was deleted: some of its objects may remain, and another DELETE removes them.
    const removed = await images.remove(context, params.id)
    if (removed instanceof Refusal) return removed
    return removed ? reply(204) : noSuchImage()
  }),
]
