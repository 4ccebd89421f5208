/**
 * Every advisory lock of the marketplace. They share one space with whatever else uses the database, hence the odd numbers. A release
 * keeps the number of the one before it: both run side by side for a while, and a lock under two numbers keeps nobody out.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_301_001,
  /** Also written into the functions that append. */
  append: 7_301_002,
  /** The first of two numbers; the second is made from the lease's name. */
  leases: 7_301_003,
  /** Shared by every process that competes for leases, so that they can be counted. */
  workers: 7_301_006,
  /** The first of two numbers; the second is made from the read model's name. */
  builds: 73_013,
  /** Of whoever takes the role of an admin: two who take it from each other at once would leave none. */
  lastAdmin: 7_301_004,
  /** Of processes that leave the embedded server, in the database `postgres`. */
  leavingEmbedded: 7_301_005,
  /** Whoever names an erased account outside the database takes the next number. */
  listedErasures: 7_301_007,
  /** The first of two numbers; the second is made from the account that opens a conversation. */
  openings: 7_301_008,
  /** The first of two numbers each; the second is made from the device's address, and from the account that it is told for. */
  pushedDevices: 7_301_009,
  pushedAccounts: 7_301_010,
  jobSchedulesInPostgres: 7_301_984_522,
  jobSchedulesInRedis: 7_301_984_523,
} as const;
