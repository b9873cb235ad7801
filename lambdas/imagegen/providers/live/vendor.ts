import type { Buffer } from 'node:buffer'
import type { ImageRequest } from '@signet/painter/image-provider'
import type { Model } from '../../models/catalogue.ts'
import type { Credentials } from './credentials.ts'

/** A request to a vendor, as fetch takes it. */
export interface VendorCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

/** A vendor's answer, read whole. */
export interface VendorAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** The picture in an answer, and what it costs in millionths of a US dollar. */
export interface VendorPicture {
  readonly bytes: Buffer
  readonly costMicros: number
}

/** A model as its vendor lists it. */
export interface ListedModel {
  readonly vendorId: string
  /** ISO date from which it is not served, where the vendor tells. */
  readonly retiresAt: string | undefined
}

/** One page of a vendor's list; `next` asks for the following one. */
export interface ModelPage {
  readonly models: readonly ListedModel[]
  readonly next: string | undefined
}

/** What is known of a vendor's wire format and no other's. Reads throw VendorFault. */
export interface Vendor {
  readonly name: Model['provider']
  /** How long one call may take, in milliseconds, before it is given up. */
  readonly attemptMs: number
  /** `insists` asks again after an answer without a picture. */
  call(
    order: ImageRequest & { readonly vendorId: string },
    credentials: Credentials,
    insists: boolean,
  ): Promise<VendorCall>
  pictureIn(answer: VendorAnswer, order: ImageRequest & { readonly vendorId: string }): VendorPicture
  /** What an answer of another status than 2xx means. */
  faultIn(answer: VendorAnswer): Error
  listCall(credentials: Credentials, page: string | undefined): VendorCall
  listIn(answer: VendorAnswer): ModelPage
}
