export { registerForeignBucketings } from './foreign-bucketings.ts'
export { bucketRanges, chooseRange, growthBookHash } from './growthbook.ts'
