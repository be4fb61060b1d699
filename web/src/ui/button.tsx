import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './spinner.tsx';

type ButtonStyle = { variant?: 'primary' | 'secondary' | 'quiet' | 'danger'; size?: 'dense' | 'normal' | 'main' };

const variants = {
  primary:
    'bg-linear-to-b from-[#6fe7ff] to-[#29c6ee] text-on-primary font-bold shadow-cta hover:brightness-105 aria-disabled:shadow-none',
  secondary: 'border border-line bg-bg-2 text-fg font-semibold hover:bg-bg-3',
  quiet: 'text-fg-2 font-semibold hover:bg-bg-2 hover:text-fg',
  danger: 'bg-danger-solid text-on-danger font-semibold hover:brightness-110',
};

const sizes = {
  dense: 'h-9 px-3 text-card rounded-sm hit-area',
  normal: 'h-11 md:h-10 px-4 text-sm rounded-md hit-area',
  main: 'h-13 px-7 text-base rounded-lg font-display tracking-wide',
};

/** The classes of a button, for elements that look like one, such as a link to another site. */
export function buttonClass({ variant = 'secondary', size = 'normal' }: ButtonStyle = {}): string {
  return clsx(
    'motion-press inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap',
    'transition-[background-color,color,filter] duration-140 ease-out',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-75',
    variants[variant],
    sizes[size],
  );
}

type ButtonProps = ButtonStyle & ComponentProps<'button'> & { isPending?: boolean; icon?: ReactNode };

/** A button in the site's style. While it is pending, it keeps its size and the focus, and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, isPending = false, icon, className, children, onClick, type = 'button', ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the caller's type, never absent
      type={type}
      aria-disabled={isPending || rest['aria-disabled']}
      aria-busy={isPending || undefined}
      className={clsx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
      onClick={press}
    >
      {isPending ? <Spinner size={18} /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonStyle & LinkProps & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={clsx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}>
      {icon}
      {children}
    </Link>
  );
}
