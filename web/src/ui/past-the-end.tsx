import { pageCount } from '@karat/rules/pager';
import { Navigate } from 'react-router';
import { useAddress } from './address.ts';

/** Redirects a page number beyond the end of a list to the last page, such as after its last rows were removed. */
export function PastTheEnd({ pagination }: { pagination: { totalResults: number; resultsPerPage: number } }) {
  const { to } = useAddress();
  return <Navigate replace to={to({ page: pageCount(pagination.totalResults, pagination.resultsPerPage) })} />;
}
