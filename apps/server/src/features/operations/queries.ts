import { sql } from 'drizzle-orm';
import type { Db } from '../../database/open.ts';
import { errorReports } from '../../database/tables/operations.ts';

export const insertErrorReport = (db: Db, userEmail: string, report: Record<string, unknown>, now: Date) =>
  db.insert(errorReports).values({ userEmail, report, createdAt: now });

export const findNothing = (db: Db) => db.execute(sql`select 1`);
