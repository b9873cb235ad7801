import { edgeVendor } from './edge-hosted/edge-vendor.ts'
import type { Vendor } from './live/vendor.ts'
import { gptImageVendor } from './provider-a/gpt-image-vendor.ts'
import { geminiVendor } from './provider-b/gemini-vendor.ts'

export const VENDORS: readonly Vendor[] = [edgeVendor, gptImageVendor, geminiVendor]
