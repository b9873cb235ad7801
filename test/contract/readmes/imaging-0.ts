import { offlinePainter } from '@signet/imaging/painter'
import { openForeignImage } from '@signet/imaging/images'
import { GenerateRequest } from '@signet/imaging/schemas/generate-request'

console.log(offlinePainter, openForeignImage, GenerateRequest)

export {}
