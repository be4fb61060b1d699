import { useParams } from 'react-router';
import { ticketIdOf } from './queries.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { TicketMissing, TicketView } from './ticket-view.tsx';

export function TicketPage() {
  const id = ticketIdOf(useParams()['ticketId']);
  return <SignInRequired>{id === undefined ? <TicketMissing /> : <TicketView key={id} id={id} />}</SignInRequired>;
}
