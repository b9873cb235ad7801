import type { Buffer } from 'node:buffer'
import type { ImageRequest } from '@signet/imaging/image-provider'
import type { Model } from '../../models/catalog.ts'
import type { Credentials } from './credentials.ts'

export interface VendorCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

export interface VendorAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** The picture of a response, and its cost in millionths of a US dollar. */
export interface VendorPicture {
  readonly bytes: Buffer
  readonly costMicros: number
}

export interface ListedModel {
  readonly vendorId: string
  /** ISO date from which the model is not served, if the vendor publishes one. */
  readonly retiresAt: string | undefined
}

export interface ModelPage {
  readonly models: readonly ListedModel[]
  readonly next: string | undefined
}

/** The wire format of a vendor. Its readers throw VendorFault. */
export interface Vendor {
  readonly name: Model['provider']
  readonly attemptMs: number
  /** `isRepeatAfterNoImage` repeats the request after a response without a picture. */
  call(
    order: ImageRequest & { readonly vendorId: string },
    credentials: Credentials,
    isRepeatAfterNoImage: boolean,
  ): Promise<VendorCall>
  /** Returns the maximum price of a call for this order, in millionths of a US dollar. */
  maxCostMicros(order: ImageRequest & { readonly vendorId: string }): number
  pictureIn(answer: VendorAnswer, order: ImageRequest & { readonly vendorId: string }): VendorPicture
  /** Maps a response outside 2xx to a fault. */
  faultIn(answer: VendorAnswer): Error
  listCall(credentials: Credentials, page: string | undefined): VendorCall
  listIn(answer: VendorAnswer): ModelPage
}
