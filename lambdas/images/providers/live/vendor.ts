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

export interface VendorResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** The image of a response, and its cost in millionths of a US dollar. */
export interface VendorImage {
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

/** The wire format of a vendor. Methods that read a response throw VendorFault. */
export interface Vendor {
  readonly name: Model['provider']
  /** Time limit of one call, in milliseconds. */
  readonly attemptMs: number
  /** Builds the request. `isRepeatAfterNoImage`: an earlier attempt may have been billed, but returned no image. */
  call(
    request: ImageRequest & { readonly vendorId: string },
    credentials: Credentials,
    isRepeatAfterNoImage: boolean,
  ): Promise<VendorCall>
  /** Returns the maximum price of a call for this request, in millionths of a US dollar. */
  maxCostMicros(request: ImageRequest & { readonly vendorId: string }): number
  imageIn(answer: VendorResponse, request: ImageRequest & { readonly vendorId: string }): VendorImage
  /** Maps a response outside 2xx to a fault. */
  faultIn(answer: VendorResponse): Error
  listCall(credentials: Credentials, page: string | undefined): VendorCall
  listIn(answer: VendorResponse): ModelPage
}
