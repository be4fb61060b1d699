import type { Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';

/** Makes this site the leader of a loop. */
export async function lead({ db }: Pick<Deps, 'db'>, name: string): Promise<Lease> {
  const [lease] = await db.sql<{ name: string; epoch: number }>`
    insert into leases (name, epoch) values (${name}, 1)
    on conflict (name) do update set epoch = leases.epoch + 1 returning name, epoch`;
  return lease!;
}
