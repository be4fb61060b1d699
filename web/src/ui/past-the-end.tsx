import { pageCount } from '@karat/rules/pager';
import { Navigate } from 'react-router';
import { useAddress } from './address.ts';

/** An address past the end of a list, as after the last rows have gone, leads to the last page that there is. */
export function PastTheEnd({ pagination }: { pagination: { totalResults: number; resultsPerPage: number } }) {
  const { to } = useAddress();
  return <Navigate replace to={to({ page: pageCount(pagination.totalResults, pagination.resultsPerPage) })} />;
}
