/* This is not the original greatest.h: it is a small header of our own with the part of its interface (1.5) that our
   tests use. The original drops in unchanged. SPDX-License-Identifier: MIT OR Unlicense

   TEST name(void) { ASSERT_EQ(4, 2 + 2); PASS(); }
   SUITE(arithmetic) { RUN_TEST(name); }
   GREATEST_MAIN_DEFS();
   int main(int argc, char **argv) { GREATEST_MAIN_BEGIN(); RUN_SUITE(arithmetic); GREATEST_MAIN_END(); }

   Options: -h help, -l list the tests, -f stop at the first failure, -v name each test as it runs, -s SUITE and -t TEST
   run only what has that text in its name, -x TEST leaves it out, -e takes the names as whole. */

#ifndef GREATEST_H
#define GREATEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GREATEST_VERSION_MAJOR 1
#define GREATEST_VERSION_MINOR 5
#define GREATEST_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

enum greatest_test_res { GREATEST_TEST_RES_PASS = 0, GREATEST_TEST_RES_FAIL = -1, GREATEST_TEST_RES_SKIP = 1 };

struct greatest_report_t {
    unsigned int passed, failed, skipped, assertions;
};

/* All state of a run. */
struct greatest_run_info {
    struct greatest_report_t total, suite;
    const char *test, *message, *fail_file;
    unsigned int fail_line, column;
    const char *suite_filter, *test_filter, *test_exclude;
    int list, first_fail, verbosity, exact;
    clock_t begun, suite_begun, test_begun;
};
extern struct greatest_run_info greatest_info;

void greatest_parse_options(int argc, char **argv);
int greatest_suite_pre(const char *name);
void greatest_suite_post(const char *name);
int greatest_test_pre(const char *name);
void greatest_test_post(enum greatest_test_res res);
enum greatest_test_res greatest_end(enum greatest_test_res res, const char *message, const char *file,
                                    unsigned int line);
int greatest_mem_eq(const void *expected, const void *got, size_t size);
void greatest_print_report(void);
int greatest_all_passed(void);
void greatest_get_report(struct greatest_report_t *report);

#define GREATEST_TEST static enum greatest_test_res
#define GREATEST_SUITE(NAME)                                                                                           \
    void NAME(void);                                                                                                   \
    void NAME(void)
#define GREATEST_SUITE_EXTERN(NAME) void NAME(void)

#define GREATEST_RUN_SUITE(NAME)                                                                                       \
    do {                                                                                                               \
        if (greatest_suite_pre(#NAME)) {                                                                               \
            NAME();                                                                                                    \
            greatest_suite_post(#NAME);                                                                                \
        }                                                                                                              \
    } while (0)

#define GREATEST_I_RUN(NAME, CALL)                                                                                     \
    do {                                                                                                               \
        if (greatest_test_pre(NAME)) greatest_test_post(CALL);                                                         \
    } while (0)
#define GREATEST_RUN_TEST(TEST) GREATEST_I_RUN(#TEST, TEST())
#define GREATEST_RUN_TEST1(TEST, ENV) GREATEST_I_RUN(#TEST, TEST(ENV))
#define GREATEST_RUN_TESTp(TEST, ...) GREATEST_I_RUN(#TEST, TEST(__VA_ARGS__))
#define GREATEST_IGNORE_TEST(TEST) (void)TEST

/* Every test leaves through one of these three. */
#define GREATEST_PASSm(MSG) return greatest_end(GREATEST_TEST_RES_PASS, MSG, __FILE__, __LINE__)
#define GREATEST_FAILm(MSG) return greatest_end(GREATEST_TEST_RES_FAIL, MSG, __FILE__, __LINE__)
#define GREATEST_SKIPm(MSG) return greatest_end(GREATEST_TEST_RES_SKIP, MSG, __FILE__, __LINE__)
#define GREATEST_PASS() GREATEST_PASSm(NULL)
#define GREATEST_FAIL() GREATEST_FAILm(NULL)
#define GREATEST_SKIP() GREATEST_SKIPm(NULL)

#define GREATEST_ASSERTm(MSG, COND)                                                                                    \
    do {                                                                                                               \
        greatest_info.suite.assertions++;                                                                              \
        if (!(COND)) GREATEST_FAILm(MSG);                                                                              \
    } while (0)
#define GREATEST_ASSERT(COND) GREATEST_ASSERTm(#COND, COND)
#define GREATEST_ASSERT_FALSEm(MSG, COND) GREATEST_ASSERTm(MSG, !(COND))
#define GREATEST_ASSERT_FALSE(COND) GREATEST_ASSERT_FALSEm(#COND, COND)

#define GREATEST_ASSERT_EQm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) == (GOT))
#define GREATEST_ASSERT_NEQm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) != (GOT))
#define GREATEST_ASSERT_GTm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) > (GOT))
#define GREATEST_ASSERT_GTEm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) >= (GOT))
#define GREATEST_ASSERT_LTm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) < (GOT))
#define GREATEST_ASSERT_LTEm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) <= (GOT))
#define GREATEST_ASSERT_EQ(EXP, GOT) GREATEST_ASSERT_EQm(#EXP " != " #GOT, EXP, GOT)
#define GREATEST_ASSERT_NEQ(EXP, GOT) GREATEST_ASSERT_NEQm(#EXP " == " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GT(EXP, GOT) GREATEST_ASSERT_GTm(#EXP " <= " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GTE(EXP, GOT) GREATEST_ASSERT_GTEm(#EXP " < " #GOT, EXP, GOT)
#define GREATEST_ASSERT_LT(EXP, GOT) GREATEST_ASSERT_LTm(#EXP " >= " #GOT, EXP, GOT)
#define GREATEST_ASSERT_LTE(EXP, GOT) GREATEST_ASSERT_LTEm(#EXP " > " #GOT, EXP, GOT)

/* Both values are printed where they differ. */
#define GREATEST_ASSERT_EQ_FMTm(MSG, EXP, GOT, FMT)                                                                    \
    do {                                                                                                               \
        greatest_info.suite.assertions++;                                                                              \
        if ((EXP) != (GOT)) {                                                                                          \
            printf("\nExpected: " FMT "\n     Got: " FMT "\n", EXP, GOT);                                              \
            GREATEST_FAILm(MSG);                                                                                       \
        }                                                                                                              \
    } while (0)
#define GREATEST_ASSERT_EQ_FMT(EXP, GOT, FMT) GREATEST_ASSERT_EQ_FMTm(#EXP " != " #GOT, EXP, GOT, FMT)

#define GREATEST_ASSERT_IN_RANGEm(MSG, EXP, GOT, TOL)                                                                  \
    do {                                                                                                               \
        double greatest_exp = (EXP), greatest_got = (GOT), greatest_tol = (TOL);                                       \
        greatest_info.suite.assertions++;                                                                              \
        if (!(greatest_exp - greatest_got <= greatest_tol && greatest_got - greatest_exp <= greatest_tol)) {           \
            printf("\nExpected: %g +/- %g\n     Got: %g\n", greatest_exp, greatest_tol, greatest_got);                 \
            GREATEST_FAILm(MSG);                                                                                       \
        }                                                                                                              \
    } while (0)
#define GREATEST_ASSERT_IN_RANGE(EXP, GOT, TOL) GREATEST_ASSERT_IN_RANGEm(#EXP " != " #GOT " +/- " #TOL, EXP, GOT, TOL)

#define GREATEST_ASSERT_STR_EQm(MSG, EXP, GOT)                                                                         \
    do {                                                                                                               \
        const char *greatest_exp = (EXP), *greatest_got = (GOT);                                                       \
        greatest_info.suite.assertions++;                                                                              \
        if (strcmp(greatest_exp, greatest_got) != 0) {                                                                 \
            printf("\nExpected: \"%s\"\n     Got: \"%s\"\n", greatest_exp, greatest_got);                              \
            GREATEST_FAILm(MSG);                                                                                       \
        }                                                                                                              \
    } while (0)
#define GREATEST_ASSERT_STR_EQ(EXP, GOT) GREATEST_ASSERT_STR_EQm(#EXP " != " #GOT, EXP, GOT)
#define GREATEST_ASSERT_STRN_EQm(MSG, EXP, GOT, SIZE) GREATEST_ASSERTm(MSG, strncmp(EXP, GOT, SIZE) == 0)
#define GREATEST_ASSERT_STRN_EQ(EXP, GOT, SIZE) GREATEST_ASSERT_STRN_EQm(#EXP " != " #GOT, EXP, GOT, SIZE)
#define GREATEST_ASSERT_MEM_EQm(MSG, EXP, GOT, SIZE) GREATEST_ASSERTm(MSG, greatest_mem_eq(EXP, GOT, SIZE))
#define GREATEST_ASSERT_MEM_EQ(EXP, GOT, SIZE) GREATEST_ASSERT_MEM_EQm(#EXP " != " #GOT, EXP, GOT, SIZE)

/* Runs a helper that is itself made of assertions. */
#define GREATEST_CHECK_CALL(RES)                                                                                       \
    do {                                                                                                               \
        enum greatest_test_res greatest_check = (RES);                                                                 \
        if (greatest_check != GREATEST_TEST_RES_PASS) return greatest_check;                                           \
    } while (0)

#define GREATEST_IS_VERBOSE() (greatest_info.verbosity > 0)
#define GREATEST_INIT() memset(&greatest_info, 0, sizeof greatest_info)
#define GREATEST_PRINT_REPORT() greatest_print_report()
#define GREATEST_MAIN_BEGIN() greatest_parse_options(argc, argv)
#define GREATEST_MAIN_END()                                                                                            \
    do {                                                                                                               \
        greatest_print_report();                                                                                       \
        return greatest_all_passed() ? EXIT_SUCCESS : EXIT_FAILURE;                                                    \
    } while (0)

/* What the program needs once. */
#define GREATEST_MAIN_DEFS()                                                                                           \
    struct greatest_run_info greatest_info;                                                                            \
                                                                                                                       \
    static int greatest_matches(const char *name, const char *filter)                                                  \
    {                                                                                                                  \
        return greatest_info.exact ? strcmp(name, filter) == 0 : strstr(name, filter) != NULL;                         \
    }                                                                                                                  \
                                                                                                                       \
    static void greatest_usage(const char *program)                                                                    \
    {                                                                                                                  \
        printf("Usage: %s [-hlfve] [-s SUITE] [-t TEST] [-x EXCLUDE]\n"                                                \
               "  -l  list suites and tests, run none\n  -f  stop after the first failure\n  -v  name each test\n"     \
               "  -e  -s, -t and -x give whole names\n",                                                               \
               program);                                                                                               \
    }                                                                                                                  \
                                                                                                                       \
    void greatest_parse_options(int argc, char **argv)                                                                 \
    {                                                                                                                  \
        int i;                                                                                                         \
        GREATEST_INIT();                                                                                               \
        greatest_info.begun = clock();                                                                                 \
        for (i = 1; i < argc; i++) {                                                                                   \
            const char *option = argv[i], **value = NULL;                                                              \
            if (strcmp(option, "--") == 0) return;                                                                     \
            if (strcmp(option, "-s") == 0) value = &greatest_info.suite_filter;                                        \
            if (strcmp(option, "-t") == 0) value = &greatest_info.test_filter;                                         \
            if (strcmp(option, "-x") == 0) value = &greatest_info.test_exclude;                                        \
            if (value && i + 1 < argc) {                                                                               \
                *value = argv[++i];                                                                                    \
                continue;                                                                                              \
            }                                                                                                          \
            if (*option++ != '-' || !*option || value) {                                                               \
                greatest_usage(argv[0]);                                                                               \
                exit(EXIT_FAILURE);                                                                                    \
            }                                                                                                          \
            for (; *option; option++) {                                                                                \
                if (*option == 'l')                                                                                    \
                    greatest_info.list = 1;                                                                            \
                else if (*option == 'f')                                                                               \
                    greatest_info.first_fail = 1;                                                                      \
                else if (*option == 'v')                                                                               \
                    greatest_info.verbosity++;                                                                         \
                else if (*option == 'e')                                                                               \
                    greatest_info.exact = 1;                                                                           \
                else {                                                                                                 \
                    greatest_usage(argv[0]);                                                                           \
                    exit(*option == 'h' ? EXIT_SUCCESS : EXIT_FAILURE);                                                \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static int greatest_stopped(void)                                                                                  \
    {                                                                                                                  \
        return greatest_info.first_fail && greatest_info.total.failed + greatest_info.suite.failed > 0;                \
    }                                                                                                                  \
                                                                                                                       \
    int greatest_suite_pre(const char *name)                                                                           \
    {                                                                                                                  \
        struct greatest_report_t none = {0, 0, 0, 0};                                                                  \
        if (greatest_info.suite_filter && !greatest_matches(name, greatest_info.suite_filter)) return 0;               \
        if (greatest_stopped()) return 0;                                                                              \
        greatest_info.suite = none;                                                                                    \
        greatest_info.column = 0;                                                                                      \
        greatest_info.suite_begun = clock();                                                                           \
        printf("\n* Suite %s:\n", name);                                                                               \
        return 1;                                                                                                      \
    }                                                                                                                  \
                                                                                                                       \
    static void greatest_collect(void)                                                                                 \
    {                                                                                                                  \
        struct greatest_report_t *t = &greatest_info.total, *s = &greatest_info.suite, none = {0, 0, 0, 0};            \
        t->passed += s->passed;                                                                                        \
        t->failed += s->failed;                                                                                        \
        t->skipped += s->skipped;                                                                                      \
        t->assertions += s->assertions;                                                                                \
        *s = none;                                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    void greatest_suite_post(const char *name)                                                                         \
    {                                                                                                                  \
        struct greatest_report_t *s = &greatest_info.suite;                                                            \
        if (!greatest_info.list)                                                                                       \
            printf("\n%u tests - %u passed, %u failed, %u skipped (%.3f sec)\n", s->passed + s->failed + s->skipped,   \
                   s->passed, s->failed, s->skipped,                                                                   \
                   (double)(clock() - greatest_info.suite_begun) / (double)CLOCKS_PER_SEC);                            \
        greatest_collect();                                                                                            \
        (void)name;                                                                                                    \
    }                                                                                                                  \
                                                                                                                       \
    int greatest_test_pre(const char *name)                                                                            \
    {                                                                                                                  \
        if (greatest_info.test_filter && !greatest_matches(name, greatest_info.test_filter)) return 0;                 \
        if (greatest_info.test_exclude && greatest_matches(name, greatest_info.test_exclude)) return 0;                \
        if (greatest_info.list) printf("    %s\n", name);                                                              \
        if (greatest_info.list || greatest_stopped()) return 0;                                                        \
        greatest_info.test = name;                                                                                     \
        greatest_info.test_begun = clock();                                                                            \
        return 1;                                                                                                      \
    }                                                                                                                  \
                                                                                                                       \
    enum greatest_test_res greatest_end(enum greatest_test_res res, const char *message, const char *file,             \
                                        unsigned int line)                                                             \
    {                                                                                                                  \
        greatest_info.message = message;                                                                               \
        greatest_info.fail_file = file;                                                                                \
        greatest_info.fail_line = line;                                                                                \
        return res;                                                                                                    \
    }                                                                                                                  \
                                                                                                                       \
    void greatest_test_post(enum greatest_test_res res)                                                                \
    {                                                                                                                  \
        static const char *const words[] = {"FAIL", "PASS", "SKIP"};                                                   \
        struct greatest_report_t *s = &greatest_info.suite;                                                            \
        const char *message = greatest_info.message ? greatest_info.message : "";                                      \
        if (res == GREATEST_TEST_RES_PASS)                                                                             \
            s->passed++;                                                                                               \
        else if (res == GREATEST_TEST_RES_SKIP)                                                                        \
            s->skipped++;                                                                                              \
        else                                                                                                           \
            s->failed++;                                                                                               \
        if (res == GREATEST_TEST_RES_FAIL)                                                                             \
            printf("\nFAIL %s: %s (%s:%u)", greatest_info.test, message, greatest_info.fail_file,                      \
                   greatest_info.fail_line);                                                                           \
        else if (GREATEST_IS_VERBOSE())                                                                                \
            printf("%s %s%s%s", words[res + 1], greatest_info.test, *message ? ": " : "", message);                    \
        else {                                                                                                         \
            printf("%s", res == GREATEST_TEST_RES_PASS ? "." : "s");                                                   \
            if (++greatest_info.column % 72 == 0) printf("\n");                                                        \
        }                                                                                                              \
        if (GREATEST_IS_VERBOSE())                                                                                     \
            printf(" (%.3f sec)\n", (double)(clock() - greatest_info.test_begun) / (double)CLOCKS_PER_SEC);            \
        fflush(stdout);                                                                                                \
    }                                                                                                                  \
                                                                                                                       \
    int greatest_mem_eq(const void *expected, const void *got, size_t size)                                            \
    {                                                                                                                  \
        const unsigned char *a = (const unsigned char *)expected, *b = (const unsigned char *)got;                     \
        size_t i;                                                                                                      \
        for (i = 0; i < size; i++)                                                                                     \
            if (a[i] != b[i]) {                                                                                        \
                printf("\nByte %lu of %lu: expected %02x, got %02x\n", (unsigned long)i, (unsigned long)size, a[i],    \
                       b[i]);                                                                                          \
                return 0;                                                                                              \
            }                                                                                                          \
        return 1;                                                                                                      \
    }                                                                                                                  \
                                                                                                                       \
    void greatest_print_report(void)                                                                                   \
    {                                                                                                                  \
        struct greatest_report_t *t = &greatest_info.total;                                                            \
        greatest_collect(); /* tests run outside any suite */                                                          \
        if (greatest_info.list) return;                                                                                \
        printf("\nTotal: %u tests (%.3f sec), %u assertions\nPass: %u, fail: %u, skip: %u.\n",                         \
               t->passed + t->failed + t->skipped, (double)(clock() - greatest_info.begun) / (double)CLOCKS_PER_SEC,   \
               t->assertions, t->passed, t->failed, t->skipped);                                                       \
    }                                                                                                                  \
                                                                                                                       \
    int greatest_all_passed(void) { return greatest_info.total.failed + greatest_info.suite.failed == 0; }             \
                                                                                                                       \
    void greatest_get_report(struct greatest_report_t *report)                                                         \
    {                                                                                                                  \
        *report = greatest_info.total;                                                                                 \
        report->passed += greatest_info.suite.passed;                                                                  \
        report->failed += greatest_info.suite.failed;                                                                  \
        report->skipped += greatest_info.suite.skipped;                                                                \
        report->assertions += greatest_info.suite.assertions;                                                          \
    }                                                                                                                  \
    extern struct greatest_run_info greatest_info /* takes the semicolon */

/* The short names. */
#define TEST GREATEST_TEST
#define SUITE GREATEST_SUITE
#define SUITE_EXTERN GREATEST_SUITE_EXTERN
#define RUN_TEST GREATEST_RUN_TEST
#define RUN_TEST1 GREATEST_RUN_TEST1
#define RUN_TESTp GREATEST_RUN_TESTp
#define RUN_SUITE GREATEST_RUN_SUITE
#define IGNORE_TEST GREATEST_IGNORE_TEST
#define PASS GREATEST_PASS
#define FAIL GREATEST_FAIL
#define SKIP GREATEST_SKIP
#define PASSm GREATEST_PASSm
#define FAILm GREATEST_FAILm
#define SKIPm GREATEST_SKIPm
#define ASSERT GREATEST_ASSERT
#define ASSERTm GREATEST_ASSERTm
#define ASSERT_FALSE GREATEST_ASSERT_FALSE
#define ASSERT_FALSEm GREATEST_ASSERT_FALSEm
#define ASSERT_EQ GREATEST_ASSERT_EQ
#define ASSERT_EQm GREATEST_ASSERT_EQm
#define ASSERT_NEQ GREATEST_ASSERT_NEQ
#define ASSERT_NEQm GREATEST_ASSERT_NEQm
#define ASSERT_GT GREATEST_ASSERT_GT
#define ASSERT_GTm GREATEST_ASSERT_GTm
#define ASSERT_GTE GREATEST_ASSERT_GTE
#define ASSERT_GTEm GREATEST_ASSERT_GTEm
#define ASSERT_LT GREATEST_ASSERT_LT
#define ASSERT_LTm GREATEST_ASSERT_LTm
#define ASSERT_LTE GREATEST_ASSERT_LTE
#define ASSERT_LTEm GREATEST_ASSERT_LTEm
#define ASSERT_EQ_FMT GREATEST_ASSERT_EQ_FMT
#define ASSERT_EQ_FMTm GREATEST_ASSERT_EQ_FMTm
#define ASSERT_IN_RANGE GREATEST_ASSERT_IN_RANGE
#define ASSERT_IN_RANGEm GREATEST_ASSERT_IN_RANGEm
#define ASSERT_STR_EQ GREATEST_ASSERT_STR_EQ
#define ASSERT_STR_EQm GREATEST_ASSERT_STR_EQm
#define ASSERT_STRN_EQ GREATEST_ASSERT_STRN_EQ
#define ASSERT_STRN_EQm GREATEST_ASSERT_STRN_EQm
#define ASSERT_MEM_EQ GREATEST_ASSERT_MEM_EQ
#define ASSERT_MEM_EQm GREATEST_ASSERT_MEM_EQm
#define CHECK_CALL GREATEST_CHECK_CALL

#ifdef __cplusplus
}
#endif
#endif /* GREATEST_H */
